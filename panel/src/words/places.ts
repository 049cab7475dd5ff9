import { type Language, useLanguage } from './define.ts';

/** Every country of ISO 3166-1. */
const codes = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
  CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF
  GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
  KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
  NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI
  SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
  VN VU WF WS YE YT ZA ZM ZW`
  .trim()
  .split(/\s+/);

interface Places {
  readonly country: (code: string) => string;
  readonly language: (code: string) => string;
  /** All countries by name, for a filter. */
  readonly all: () => readonly Place[];
}

interface Place {
  readonly value: string;
  readonly label: string;
}

/** Asked for once in each language, because it takes long. */
function everyCountry(language: Language, regions: Intl.DisplayNames): readonly Place[] {
  const order = new Intl.Collator(language);
  const all = codes.map((value) => ({ value, label: regions.of(value) ?? value }));
  return all.sort((a, b) => order.compare(a.label, b.label));
}

function createPlaces(language: Language): Places {
  const regions = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
  const languages = new Intl.DisplayNames(language, { type: 'language', fallback: 'code' });
  let all: readonly Place[] | undefined;
  return {
    country: (code) => regions.of(code) ?? code,
    language: (code) => languages.of(code) ?? code,
    all: () => {
      all ??= everyCountry(language, regions);
      return all;
    },
  };
}

/** Made once for each language: the filter, the cells and the page of a user ask for the same names. */
const placesByLanguage = new Map<Language, Places>();

/** Countries and languages by the names that the operator knows them by. */
export function usePlaces(): Places {
  const language = useLanguage();
  const places = placesByLanguage.get(language) ?? createPlaces(language);
  placesByLanguage.set(language, places);
  return places;
}

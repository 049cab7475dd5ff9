/** Countries of ISO 3166-1, and XK, which phones and stores use for Kosovo until it has a code there. */
const countries = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
  CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
  GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
  KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
  MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
  SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
  UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`.split(/\s+/),
);

/** Currencies of ISO 4217 that people pay with. */
const currencies = new Set(
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY
  COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS
  INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP
  MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR
  SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV
  WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`.split(/\s+/),
);

export const countryCodes: readonly string[] = [...countries];

/** In upper or lower case, as phones write them. */
export const isCountry = (code: string): boolean => countries.has(code.toUpperCase());
export const isCurrency = (code: string): boolean => currencies.has(code.toUpperCase());

/** What people pay with in each country that has a currency; some have more than one, and this is the usual one. */
const paidWith = `
  AED AE, AFN AF, ALL AL, AMD AM, AOA AO, ARS AR, AUD AU CC CX HM KI NF NR TV, AWG AW, AZN AZ, BAM BA, BBD BB, BDT BD,
  BHD BH, BIF BI, BMD BM, BND BN, BOB BO, BRL BR, BSD BS, BTN BT, BWP BW, BYN BY, BZD BZ, CAD CA, CDF CD, CHF CH LI,
  CLP CL, CNY CN, COP CO, CRC CR, CUP CU, CVE CV, CZK CZ, DJF DJ, DKK DK FO GL, DOP DO, DZD DZ, EGP EG, ERN ER, ETB ET,
  EUR AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT,
  FJD FJ, FKP FK, GBP GB GG GS IM JE, GEL GE, GHS GH, GIP GI, GMD GM, GNF GN, GTQ GT, GYD GY, HKD HK, HNL HN, HTG HT,
  HUF HU, IDR ID, ILS IL PS, INR IN, IQD IQ, IRR IR, ISK IS, JMD JM, JOD JO, JPY JP, KES KE, KGS KG, KHR KH, KMF KM,
  KPW KP, KRW KR, KWD KW, KYD KY, KZT KZ, LAK LA, LBP LB, LKR LK, LRD LR, LSL LS, LYD LY, MAD EH MA, MDL MD, MGA MG,
  MKD MK, MMK MM, MNT MN, MOP MO, MRU MR, MUR MU, MVR MV, MWK MW, MXN MX, MYR MY, MZN MZ, NAD NA, NGN NG, NIO NI,
  NOK BV NO SJ, NPR NP, NZD CK NU NZ PN TK, OMR OM, PAB PA, PEN PE, PGK PG, PHP PH, PKR PK, PLN PL, PYG PY, QAR QA,
  RON RO, RSD RS, RUB RU, RWF RW, SAR SA, SBD SB, SCR SC, SDG SD, SEK SE, SGD SG, SHP SH, SLE SL, SOS SO, SRD SR, SSP SS,
  STN ST, SYP SY, SZL SZ, THB TH, TJS TJ, TMT TM, TND TN, TOP TO, TRY TR, TTD TT, TWD TW, TZS TZ, UAH UA, UGX UG,
  USD AS BQ EC FM GU IO MH MP PR PW SV TC TL UM US VG VI, UYU UY, UZS UZ, VES VE, VND VN, VUV VU, WST WS,
  XAF CF CG CM GA GQ TD, XCD AG AI DM GD KN LC MS VC, XCG CW SX, XOF BF BJ CI GW ML NE SN TG, XPF NC PF WF, YER YE,
  ZAR ZA, ZMW ZM, ZWG ZW`;
const currencyByCountry = new Map(
  paidWith.split(',').flatMap((line) => {
    const [currency = '', ...where] = line.trim().split(/\s+/);
    return where.map((country) => [country, currency] as const);
  }),
);

/** The currency of a country, in either case; there is none in Antarctica. */
export const currencyOf = (country: string | null): string | undefined =>
  currencyByCountry.get(country?.toUpperCase() ?? '');

/** The zone of most people, in countries whose alphabetically first zone is another. */
const mainZones: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CL: 'America/Santiago',
  CY: 'Asia/Nicosia',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Pohnpei',
  GL: 'America/Nuuk',
  KI: 'Pacific/Tarawa',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
};

/** Newer releases of JavaScript have a method instead of a property. */
function zonesOf(country: string): unknown {
  const locale = new Intl.Locale(`und-${country}`);
  const ask: unknown = Reflect.get(locale, 'getTimeZones');
  return typeof ask === 'function' ? Reflect.apply(ask, locale, []) : Reflect.get(locale, 'timeZones');
}

const known = new Map<string, string>();

/** The time zone of most people in a country; UTC without a country. */
export function zoneOf(country: string | null): string {
  if (country === null || !/^[A-Z]{2}$/.test(country)) return 'UTC';
  const zone = known.get(country);
  if (zone !== undefined) return zone;
  const zones = mainZones[country] === undefined ? zonesOf(country) : [mainZones[country]];
  const first: unknown = Array.isArray(zones) ? zones[0] : undefined;
  const found = typeof first === 'string' ? first : 'UTC';
  known.set(country, found);
  return found;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  clocks.set(zone, clock);
  return clock;
}

/** The seconds since midnight in a time zone. */
export function secondOfDay(zone: string, moment: Date): number {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return (parts.get('hour') ?? 0) * 3600 + (parts.get('minute') ?? 0) * 60 + (parts.get('second') ?? 0);
}

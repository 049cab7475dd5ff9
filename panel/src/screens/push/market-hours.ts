import type { PushSettings } from './queries.ts';

export type Hours = PushSettings['quietHours']['markets'][string];
export type MarketHours = readonly (readonly [market: string, hours: Hours])[];

/** The hours of single markets as one value of the form, such as `EG 23-7, ID 22-6`. */
export const textOf = (markets: MarketHours): string =>
  markets
    .map(([market, { from, to }]) => `${market} ${from}-${to}`)
    .toSorted()
    .join(', ');

export const hoursIn = (text: string): MarketHours =>
  [...text.matchAll(/([A-Z]{2}) (\d+)-(\d+)/g)].map(([, market = '', from, to]) => [
    market,
    { from: Number(from), to: Number(to) },
  ]);

export const hourOptions = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

/**
 * Exact amounts in the minor units of ISO 4217, from the decimal numbers that providers send. All arithmetic is on decimal
 * digits, since 19.99 * 100 is not 1999 in floating point. Halves are rounded away from zero.
 *
 * `Intl` is not the source of the decimals: it follows the usage of a country, and shows no decimals for IDR, PKR and others
 * that have two in ISO 4217.
 */

const unusualDecimals: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ...'CLF UYW'.split(' ').map((code) => [code, 4] as const),
]);

/** How many decimals the minor unit of a currency stands for. */
export const decimalsOf = (currency: string): number => unusualDecimals.get(currency.toUpperCase()) ?? 2;

/** A decimal number: `digits` divided by 10 to the power of `decimals`. */
interface Decimal {
  readonly digits: bigint;
  readonly decimals: number;
}

/** Numbers are read as JavaScript prints them, which is the shortest text that means the same number. */
function parseDecimal(amount: string | number): Decimal | undefined {
  const parts = /^([+-]?)(\d{1,30})(?:\.(\d{0,30}))?(?:e([+-]?\d{1,2}))?$/i.exec(String(amount).trim());
  if (!parts) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  const decimals = fraction.length - Number(exponent);
  return decimals < 0 ? { digits: digits * 10n ** BigInt(-decimals), decimals: 0 } : { digits, decimals };
}

function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const half = dividend < 0n ? -divisor : divisor;
  return (2n * dividend + half) / (2n * divisor);
}

function rounded({ digits, decimals }: Decimal, to: number): number | undefined {
  const units =
    to >= decimals ? digits * 10n ** BigInt(to - decimals) : divideRounded(digits, 10n ** BigInt(decimals - to));
  const number = Number(units);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** A decimal amount such as `19.99`, in minor units: 1999 US cents. Undefined if it is not a number. */
export function minorUnits(amount: string | number, currency: string): number | undefined {
  const decimal = parseDecimal(amount);
  return decimal && rounded(decimal, decimalsOf(currency));
}

/** Whether an amount has no more decimals than the minor unit of its currency stands for. */
export function isInMinorUnits(amount: string, currency: string): boolean {
  const decimal = parseDecimal(amount);
  const excess = (decimal?.decimals ?? 0) - decimalsOf(currency);
  return decimal !== undefined && (excess <= 0 || decimal.digits % 10n ** BigInt(excess) === 0n);
}

/** A whole amount in thousandths of the currency, in minor units: 19990 thousandths of a US dollar are 1999 cents. */
export const fromThousandths = (thousandths: number, currency: string): number | undefined =>
  rescaled(thousandths, 3, currency);

/** Whole units and billionths of a unit, which have the same sign, in minor units. */
export const fromNanos = (units: string, nanos: number, currency: string): number | undefined =>
  rounded({ digits: BigInt(units) * 1_000_000_000n + BigInt(nanos), decimals: 9 }, decimalsOf(currency));

/** A whole amount in units of so many decimals, in minor units. */
export const rescaled = (units: number, decimals: number, currency: string): number | undefined =>
  Number.isSafeInteger(units) ? rounded({ digits: BigInt(units), decimals }, decimalsOf(currency)) : undefined;

/** An amount in minor units, in units of so many decimals. */
export const inDecimals = (minor: number, currency: string, decimals: number): number | undefined =>
  Number.isSafeInteger(minor)
    ? rounded({ digits: BigInt(minor), decimals: decimalsOf(currency) }, decimals)
    : undefined;

/** The share of an amount, such as 0.3 of 999 cents. */
export function shareOf(minor: number, fraction: number): number | undefined {
  const share = parseDecimal(fraction);
  return share && Number.isSafeInteger(minor)
    ? rounded({ digits: BigInt(minor) * share.digits, decimals: share.decimals }, 0)
    : undefined;
}

/** The value of an amount in US cents, by a rate in US dollars per unit. Undefined if the rate is not a number. */
export function inUsdCents(minor: number, currency: string, usdPerUnit: string): number | undefined {
  const rate = parseDecimal(usdPerUnit);
  return rate && Number.isSafeInteger(minor)
    ? rounded({ digits: BigInt(minor) * rate.digits, decimals: decimalsOf(currency) + rate.decimals }, 2)
    : undefined;
}

/** ISO 4217: how many decimals a currency has, where it is not two. Browsers show fewer for some, such as IDR. */
const decimalsOf: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ...'CLF UYW'.split(' ').map((code) => [code, 4] as const),
]);

export const currencyDecimals = (currency: string): number => decimalsOf.get(currency.toUpperCase()) ?? 2;

/** How many of the smallest unit of a currency are one of it: 100 cents, or 1 yen. */
export const minorUnits = (currency: string): number => 10 ** currencyDecimals(currency);

/**
 * Amounts in minor units of ISO 4217. `Intl` cannot be asked: it knows how many digits people write, which for a dozen
 * currencies (HUF, IDR, IQD, PKR …) are fewer than those of the standard.
 */

const withoutMinorUnit = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ');
const withThousandths = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');

export function minorDigitsOf(currency: string): 0 | 2 | 3 {
  const code = currency.toUpperCase();
  if (withoutMinorUnit.includes(code)) return 0;
  return withThousandths.includes(code) ? 3 : 2;
}

/** An amount of which `perUnit` are one unit of the currency, such as 1000 for thousandths, rounded half away from zero. */
export function toMinorUnits(amount: bigint, perUnit: bigint, currency: string): number {
  const scaled = amount * 10n ** BigInt(minorDigitsOf(currency));
  const half = scaled < 0n ? -perUnit : perUnit;
  return Number((2n * scaled + half) / (2n * perUnit));
}

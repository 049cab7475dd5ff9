import { useFormat } from './format.ts';

interface MoneyProps {
  /** Minor units. */
  cents: number;
  currency?: string;
}

/** An amount. The sign of the currency keeps its place beside the number in Arabic too. */
export function Money({ cents, currency = 'USD' }: MoneyProps) {
  return <span className="ltr">{useFormat().money(cents, currency)}</span>;
}

import { useAccountName } from '../../words/accounts.ts';

/** Far enough apart to be told from each other, in light and in dark. An account keeps its colour, whatever is chosen. */
const colors: Readonly<Record<string, string>> = {
  source_iap_ios_store: 'iris.6',
  source_iap_android_store: 'teal.6',
  source_iap_card_web: 'blue.5',
  source_promo: 'orange.5',
  source_support_grant: 'pink.5',
  source_bonus: 'yellow.6',
  source_refund: 'cyan.6',
  source_test: 'gray.6',
  sink_unlock: 'iris.6',
  sink_refund: 'cyan.6',
  sink_fraud: 'red.6',
  sink_adjustment: 'orange.5',
};

/** For payment methods that differ by market; which one it is follows from the name alone. */
const otherColors = ['lime.7', 'grape.5', 'green.8', 'violet.4', 'red.4', 'indigo.8', 'cyan.9', 'pink.8'];

export function colorOf(account: string): string {
  const sum = [...account].reduce((code, letter) => (code * 31 + letter.charCodeAt(0)) % 65_521, 7);
  return colors[account] ?? otherColors[sum % otherColors.length] ?? 'gray.6';
}

/** Those that moved anything, the largest first. */
export function useAccountLines(totals: Readonly<Record<string, number>>) {
  const nameOf = useAccountName();
  return Object.entries(totals)
    .toSorted(([, one], [, other]) => other - one)
    .map(([key, coins]) => ({ key, coins, label: nameOf(key), color: colorOf(key) }));
}

import { useWords } from '../../words/define.ts';
import { useRailName } from '../../words/rails.ts';
import { serverTables, useServerWord } from '../../words/server.ts';
import { economyWords } from './words.ts';

const iap = 'source_iap_';

/** Where coins come from and go to, as people say it. */
export function useAccountName(): (account: string) => string {
  const t = useWords(economyWords);
  const word = useServerWord();
  const railName = useRailName();
  return (account) => {
    const isKnown = Object.hasOwn(serverTables.target, account);
    if (isKnown || !account.startsWith(iap)) return word('target', account);
    return t('fromRail', { rail: railName(account.slice(iap.length)) });
  };
}

/** Far enough apart to be told from each other, in light and in dark. */
const colors = [
  'iris.6',
  'teal.6',
  'orange.5',
  'cyan.6',
  'pink.5',
  'lime.7',
  'blue.5',
  'yellow.6',
  'grape.5',
  'gray.6',
];

/** Those that moved anything, the largest first. */
export function useAccountLines(totals: Readonly<Record<string, number>>) {
  const nameOf = useAccountName();
  return Object.entries(totals)
    .toSorted(([, one], [, other]) => other - one)
    .map(([key, coins], index) => ({
      key,
      coins,
      label: nameOf(key),
      color: colors[index % colors.length] ?? 'gray.6',
    }));
}

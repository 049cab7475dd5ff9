import type { Schema } from '../../api/client.ts';
import { changedFields, fieldsOf } from '../../ui/diff.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { reviewWords } from './words.ts';

type Change = Schema<'ChangeEffect'>;

/** What effects come to, in sentences, and the changes that they cover. */
export interface Summary {
  readonly sentences: readonly string[];
  readonly summarized: ReadonlySet<Change>;
}

const numberIn = (fields: unknown, name: string): number | undefined => {
  const value = fieldsOf(fields)[name];
  return typeof value === 'number' ? value : undefined;
};

const isRefund = ({ type, after }: Change): boolean =>
  type === 'refund' && numberIn(after, 'coinsDeducted') !== undefined;

const hasBalance = ({ type, before, after }: Change): boolean =>
  type === 'user' &&
  numberIn(before, 'balanceTotal') !== undefined &&
  numberIn(after, 'balanceTotal') !== undefined &&
  changedFields(before, after).every((name) => ['balanceTotal', 'eventId', 'note'].includes(name));

/** What a refund takes back, what is left, and what it costs besides. */
function useRefundSentences(): (refund: Change) => string[] {
  const t = useWords(reviewWords);
  const format = useFormat();
  const coins = (count: number) => t('coins', { count, amount: format.number(count) });
  return ({ after }) => {
    const taken = numberIn(after, 'coinsDeducted') ?? 0;
    const balance = numberIn(after, 'balanceTotal');
    const uncovered = numberIn(after, 'underpaidCents') ?? 0;
    const { currency, reversedUnlocks, cancelsSubscription } = fieldsOf(after);
    const episodes = Array.isArray(reversedUnlocks) ? reversedUnlocks.length : 0;
    return [
      taken === 0 ? t('summary.takesNone') : t('summary.takes', { coins: coins(taken) }),
      ...(balance === undefined ? [] : [t('summary.remain', { coins: coins(balance) })]),
      ...(uncovered > 0 && typeof currency === 'string'
        ? [t('summary.uncovered', { amount: format.money(uncovered, currency) })]
        : []),
      ...(episodes > 0 ? [t('summary.locked', { count: episodes, amount: format.number(episodes) })] : []),
      ...(cancelsSubscription === true ? [t('summary.ends')] : []),
    ];
  };
}

/** As few as are shown one by one. */
const fewEpisodes = 2;

const moveFields: ReadonlySet<string> = new Set(['status', 'runAt', 'scheduleId']);

/** Episodes that all go from one status to another, with at most a date of their own. */
function movedTogether(changes: readonly Change[]): Change[][] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const { type, before, after } = change;
    if (type !== 'episode' || before === null || after === null) continue;
    if (!changedFields(before, after).every((name) => moveFields.has(name))) continue;
    const key = `${String(before.status)} ${String(after.status)}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].filter(({ length }) => length > fewEpisodes);
}

const dayMs = 86_400_000;

/** The whole days between moments that follow each other evenly; undefined where they do not. */
function daysBetween(moments: readonly number[]): number | undefined {
  const [first, second] = moments;
  if (first === undefined || second === undefined) return undefined;
  const step = second - first;
  const isEven = moments.every((moment, index) => moment === first + index * step);
  return isEven && step > 0 && step % dayMs === 0 ? step / dayMs : undefined;
}

/** “10 episodes, 20 Nov–17 Dec, every 3 days.” */
function useTogetherSentence(): (group: readonly Change[]) => string {
  const t = useWords(reviewWords);
  const word = useServerWord();
  const format = useFormat();
  return (group) => {
    const [one] = group;
    const episodes = t('summary.episodes', { count: group.length, amount: format.number(group.length) });
    const moments = group.map(({ after }) => Date.parse(String(fieldsOf(after).runAt))).toSorted((a, b) => a - b);
    const [first, last] = [moments[0], moments.at(-1)];
    if (first === undefined || last === undefined || Number.isNaN(first) || Number.isNaN(last)) {
      const [before, after] = [fieldsOf(one?.before).status, fieldsOf(one?.after).status].map(String);
      const states = { before: word('status', before ?? ''), after: word('status', after ?? '') };
      return t('summary.moved', { episodes, ...states });
    }
    if (first === last) return t('summary.atOnce', { episodes, at: `${format.dateTime(new Date(first), 'UTC')} UTC` });
    const dates = format.dayRange(new Date(first), new Date(last));
    const days = daysBetween(moments);
    if (days === undefined) return t('summary.released', { episodes, dates });
    return t('summary.releasedEvery', { episodes, dates, every: t('summary.every', { count: days }) });
  };
}

/** What effects come to. */
export function useSummary(): (changes: readonly Change[]) => Summary {
  const t = useWords(reviewWords);
  const format = useFormat();
  const refundSentences = useRefundSentences();
  const togetherSentence = useTogetherSentence();
  const coins = (count: number) => t('coins', { count, amount: format.number(count) });
  const balanceSentence = ({ before, after }: Change) =>
    t('summary.balance', {
      after: coins(numberIn(after, 'balanceTotal') ?? 0),
      before: coins(numberIn(before, 'balanceTotal') ?? 0),
    });
  return (changes) => {
    const refunds = changes.filter(isRefund);
    const balances = changes.filter(hasBalance);
    const groups = movedTogether(changes);
    // The purchase of a refund, and a request that is decided, change with what is summarized.
    const along = changes.filter(
      ({ type }) => (type === 'purchase' && refunds.length > 0) || (type === 'approval' && changes.length > 1),
    );
    return {
      sentences: [
        ...refunds.flatMap(refundSentences),
        ...balances.map(balanceSentence),
        ...groups.map(togetherSentence),
      ],
      summarized: new Set([...refunds, ...balances, ...groups.flat(), ...along]),
    };
  };
}

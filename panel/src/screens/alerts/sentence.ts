import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { useRailName } from '../../words/rails.ts';
import { useServerWord } from '../../words/server.ts';
import type { Alert } from './queries.ts';
import { alertWords } from './words.ts';

const { sources } = alertWords.en;
const isSource = (id: string): id is keyof typeof sources => Object.hasOwn(sources, id);
const bought = /^source_iap_(.+)$/;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Where coins came from, or whose events failed, in words. */
export function useSubjectName(): (alert: Pick<Alert, 'subject'>) => string {
  const t = useWords(alertWords);
  const railName = useRailName();
  const word = useServerWord();
  const account = (id: string): string => {
    const rail = bought.exec(id)?.[1];
    if (rail !== undefined) return t('bought', { rail: railName(rail) });
    return isSource(id) ? t(`sources.${id}`) : word('target', id);
  };
  const sender = (id: string): string => {
    const [name, rail] = id.split(':');
    return rail === undefined ? t(name === 'media' ? 'videoProvider' : 'payments') : railName(rail);
  };
  return ({ subject: { type, id, label } }) => {
    if (type === 'ledger_account') return account(id);
    if (type === 'rail') return railName(id);
    if (type === 'approval') return word('approvalKind', label ?? id);
    if (type === 'sealed_chain') return t(id === 'audit' ? 'chains.audit' : 'chains.ledger');
    return type === 'webhook_source' ? sender(id) : (label ?? id);
  };
}

type Values = Readonly<Record<string, string>>;
type Said = Pick<Alert, 'kind' | 'subject' | 'figures'>;

/** What happened, in one sentence of figures. */
export function useSentence(): (alert: Said) => string {
  const t = useWords(alertWords);
  const format = useFormat();
  const nameOf = useSubjectName();
  return (alert) => {
    const { kind, figures, subject } = alert;
    const number = (key: string): number => figures[key] ?? 0;
    const shown = (...keys: string[]): Values =>
      Object.fromEntries(keys.map((key) => [key, format.number(number(key))]));
    const lasting = (key: string, unitMs: number): Values => ({ time: format.duration(number(key) * unitMs) });
    const name = nameOf(alert);
    const isNew = [figures.usual, figures.usualPercent].every((usual) => typeof usual !== 'number');
    const schedules = { count: number('schedules'), ...shown('schedules') };
    const sentences: Readonly<Record<Alert['kind'], () => string>> = {
      mint_spike: () => t(isNew ? 'said.mintNew' : 'said.mint', { name, ...shown('coins', 'usual') }),
      admin_grants: () => t('said.grants', { name, ...shown('coins', 'limit') }),
      promo_burn: () =>
        t(number('leftCoins') === 0 ? 'said.promoSpent' : 'said.promo', {
          name,
          ...lasting('hoursLeft', hourMs),
          ...shown('leftCoins', 'budgetCoins', 'coinsPerHour'),
        }),
      refund_rate: () =>
        t(isNew ? 'said.refundsNew' : 'said.refunds', {
          name,
          ...shown('refunds', 'payments', 'ratePercent', 'usualPercent'),
        }),
      schedule_lag: () =>
        t(subject.id === 'failed' ? 'said.failed' : 'said.late', {
          ...schedules,
          ...lasting('longestMinutes', minuteMs),
        }),
      zero_sum_breach: () => t('said.breach', { count: number('events'), ...shown('events') }),
      ledger_unproven: () => t('said.unproven', { ...lasting('ageMinutes', minuteMs), ...shown('eventsBehind') }),
      broken_blocks: () => t('said.blocks', { name, count: number('blocks'), ...shown('blocks', 'firstBlock') }),
      related_decider: () => t('said.related', { name }),
      split_refunds: () =>
        t('said.split', {
          name,
          amount: format.money(number('usdCents'), 'USD'),
          limit: format.money(number('limitUsdCents'), 'USD'),
        }),
      storage_low: () =>
        t(number('freeBytes') < number('reserveBytes') ? 'said.storageFull' : 'said.storageLow', {
          free: format.bytes(number('freeBytes')),
          reserve: format.bytes(number('reserveBytes')),
        }),
      verification_failures: () => t('said.unverified', { name, count: number('failures'), ...shown('failures') }),
      rail_quiet: () => t('said.quiet', { name, ...shown('usual') }),
      disputes: () => t('said.disputes', { name, count: number('open'), ...shown('open') }),
      money_stuck: () => t('said.money', shown('failed', 'pending')),
      webhook_failures: () =>
        t(number('givenUp') > 0 ? 'said.webhooksGivenUp' : 'said.webhooks', {
          name,
          ...lasting('oldestMinutes', minuteMs),
          ...shown('waiting', 'givenUp'),
        }),
    };
    return sentences[kind]();
  };
}

import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { useRailName } from '../../words/rails.ts';
import { useServerWord } from '../../words/server.ts';
import type { Alert } from './queries.ts';
import { alertWords } from './words.ts';

const { sources } = alertWords.en;
const isSource = (id: string): id is keyof typeof sources => Object.hasOwn(sources, id);
const bought = /^source_iap_(.+)$/;

/** Where coins came from, or whose events failed, in words. */
export function useSubjectName(): (alert: Pick<Alert, 'subject'>) => string {
  const t = useWords(alertWords);
  const railName = useRailName();
  const word = useServerWord();
  return ({ subject: { type, id, label } }) => {
    const rail = bought.exec(id)?.[1];
    if (type === 'ledger_account') {
      if (rail !== undefined) return t('bought', { rail: railName(rail) });
      return isSource(id) ? t(`sources.${id}`) : word('target', id);
    }
    if (type === 'rail') return railName(id);
    if (type === 'approval') return word('approvalKind', label ?? id);
    if (type === 'webhook_source') {
      const [sender = '', of] = id.split(':');
      return of === undefined ? t(sender === 'media' ? 'videoProvider' : 'payments') : railName(of);
    }
    return label ?? id;
  };
}

type Values = Readonly<Record<string, string>>;

/** What happened, in one sentence of figures. */
export function useSentence(): (alert: Pick<Alert, 'kind' | 'subject' | 'figures'>) => string {
  const t = useWords(alertWords);
  const format = useFormat();
  const nameOf = useSubjectName();
  return (alert) => {
    const { kind, figures, subject } = alert;
    const number = (key: string): number => figures[key] ?? 0;
    const shown = (...keys: string[]): Values =>
      Object.fromEntries(keys.map((key) => [key, format.number(number(key))]));
    const minutes = (key: string): Values => ({ time: format.duration(number(key) * 60_000) });
    const name = nameOf(alert);
    const isNew = figures.usual == null && figures.usualPercent == null;
    switch (kind) {
      case 'mint_spike':
        return t(isNew ? 'said.mintNew' : 'said.mint', { name, ...shown('coins', 'usual') });
      case 'admin_grants':
        return t('said.grants', { name, ...shown('coins', 'limit') });
      case 'promo_burn':
        return number('leftCoins') === 0
          ? t('said.promoSpent', { name, ...shown('budgetCoins') })
          : t('said.promo', {
              ...{ name, time: format.duration(number('hoursLeft') * 3_600_000) },
              ...shown('leftCoins', 'budgetCoins', 'coinsPerHour'),
            });
      case 'refund_rate':
        return t(isNew ? 'said.refundsNew' : 'said.refunds', {
          name,
          ...shown('refunds', 'payments', 'ratePercent', 'usualPercent'),
        });
      case 'schedule_lag':
        return t(subject.id === 'failed' ? 'said.failed' : 'said.late', {
          count: number('schedules'),
          ...shown('schedules'),
          ...minutes('longestMinutes'),
        });
      case 'zero_sum_breach':
        return t('said.breach', { count: number('events'), ...shown('events') });
      case 'ledger_unproven':
        return t('said.unproven', { ...minutes('ageMinutes'), ...shown('eventsBehind') });
      case 'related_decider':
        return t('said.related', { name });
      case 'webhook_failures':
        return t(number('givenUp') > 0 ? 'said.webhooksGivenUp' : 'said.webhooks', {
          name,
          ...shown('waiting', 'givenUp'),
          ...minutes('oldestMinutes'),
        });
    }
  };
}

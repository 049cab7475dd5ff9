import { useLanguage, useWords } from '../../words/define.ts';
import type { Attempt } from './attempts.ts';
import { reviewWords } from './words.ts';

/** What an attempt can be kept of, and the words for it. */
const titles = {
  'POST /v1/admin/admins/{id}/clear-second-factor': 'attempt.clearSecondFactor',
  'POST /v1/admin/approvals/{id}/approve': 'attempt.approve',
  'DELETE /v1/admin/episodes/{id}': 'attempt.deleteEpisode',
  'POST /v1/admin/exchange-rates': 'attempt.exchangeRates',
  'POST /v1/admin/payments/reconciliation/{id}/rows/{line}/credit': 'attempt.credit',
  'POST /v1/admin/promos': 'attempt.createPromo',
  'PUT /v1/admin/promos/{id}': 'attempt.editPromo',
  'POST /v1/admin/refunds': 'attempt.refund',
  'POST /v1/admin/refunds/{id}/retry-money': 'attempt.retryMoney',
  'DELETE /v1/admin/roles/{id}': 'attempt.deleteRole',
  'POST /v1/admin/series': 'attempt.createSeries',
  'DELETE /v1/admin/series/{id}': 'attempt.deleteSeries',
  'POST /v1/admin/series/{id}/episodes': 'attempt.createEpisode',
  'POST /v1/admin/users/{id}/anonymize': 'attempt.anonymize',
  'POST /v1/admin/users/{id}/comp-subscription': 'attempt.comp',
  'POST /v1/admin/users/{id}/wallet/adjust': 'attempt.adjust',
  'POST /v1/admin/webhooks/{id}/replay': 'attempt.replay',
} as const;

export const isTitled = (operation: string): operation is keyof typeof titles => Object.hasOwn(titles, operation);

/** The title of an attempt in the language that is read now, which may be another than when it was made. */
export function useAttemptTitle(): (attempt: Attempt) => string {
  const t = useWords(reviewWords);
  const now = useLanguage();
  return ({ title, language = now, about, change: { method, path } }) => {
    const operation = `${method} ${path}`;
    if (language === now || !isTitled(operation)) return title;
    const what = t(titles[operation]);
    return about === undefined ? what : t('attempt.of', { what, about });
  };
}

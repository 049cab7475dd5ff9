import type { Schema } from '../../api/client.ts';
import { apiQuery, listQuery, read } from '../../api/query.ts';
import { countLimit as limit, tileFrom, tileQuery } from '../../app/tiles.ts';
import type { ListState } from '../../ui/list/search.ts';
import { inEachLanguage } from '../../words/title.ts';
import { kindIn } from './kind-name.ts';

export type Alert = Schema<'Alert'>;
export type AlertDetail = Schema<'AlertDetail'>;
export type EvidenceRow = AlertDetail['evidence']['rows'][number];

export const statuses = [...(['open', 'acknowledged', 'resolved'] as const)] satisfies Alert['status'][];
export const severities = [...(['warning', 'critical'] as const)] satisfies Alert['severity'][];

export interface AlertSearch extends ListState {
  readonly status?: Alert['status'] | undefined;
  readonly kind?: Alert['kind'] | undefined;
  readonly severity?: Alert['severity'] | undefined;
}

/** Alerts come and go while one looks. */
const lookAgainMs = 60_000;

export const alertsQuery = ({ status, ...search }: AlertSearch) => ({
  ...listQuery('/v1/admin/alerts', { ...search, ...(status && { status: [status] }) }),
  refetchInterval: lookAgainMs,
});

export const alertQuery = (id: string) => ({
  ...apiQuery('/v1/admin/alerts/{id}', { path: { id } }),
  refetchInterval: lookAgainMs,
});

/** What nobody has acknowledged yet. */
export const openAlertsQuery = tileQuery('/v1/admin/alerts', 'open', async (signal) =>
  tileFrom(
    await read('/v1/admin/alerts', { query: { status: ['open'], limit } }, signal),
    ({ id, kind, subject, createdAt }) => ({
      id,
      href: `/alerts/${id}?status=open`,
      at: createdAt,
      text: inEachLanguage((language) =>
        subject.type === 'admin' || subject.type === 'promo'
          ? `${kindIn(language, kind)}: ${subject.label ?? subject.id}`
          : kindIn(language, kind),
      ),
    }),
  ),
);

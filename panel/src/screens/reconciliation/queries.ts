import { keepPreviousData } from '@tanstack/react-query';
import type { Schema } from '../../api/client.ts';
import { allQuery, apiQuery, type ListParams, listQuery } from '../../api/query.ts';
import type { ListState } from '../../ui/list/search.ts';

export type Run = Schema<'ReconciliationRun'>;
export type Row = Schema<'ReconciliationRow'>;
export type Bucket = Row['bucket'];

export const buckets = [
  ...(['missing_on_our_side', 'missing_on_provider_side', 'amount_mismatch', 'duplicates'] as const),
] satisfies Bucket[];

export const runsQuery = (search: ListParams<'/v1/admin/payments/reconciliation'>) =>
  listQuery('/v1/admin/payments/reconciliation', search);

export const runQuery = (id: string) =>
  apiQuery('/v1/admin/payments/reconciliation/{id}', { path: { id }, query: { rows: false } });

export interface RunSearch extends ListState {
  readonly bucket?: Bucket | undefined;
}

/** The bucket that is looked at: the one that was chosen, or the first that has rows. */
export const bucketOf = ({ counts }: Run, { bucket }: RunSearch): Bucket =>
  bucket ?? buckets.find((one) => countOf(counts, one) > 0) ?? 'missing_on_our_side';

export function countOf(counts: Run['counts'], bucket: Bucket): number {
  const { missingOnOurSide, missingOnProviderSide, amountMismatch, duplicates } = counts;
  return {
    missing_on_our_side: missingOnOurSide,
    missing_on_provider_side: missingOnProviderSide,
    amount_mismatch: amountMismatch,
    duplicates,
  }[bucket];
}

export const rowsQuery = (id: string, bucket: Bucket, { cursors, limit }: ListState) => ({
  ...apiQuery('/v1/admin/payments/reconciliation/{id}/rows', {
    path: { id },
    query: { bucket, cursor: cursors?.at(-1), limit },
  }),
  placeholderData: keepPreviousData,
});

export const sumsQuery = (id: string) => apiQuery('/v1/admin/payments/reconciliation/{id}/sums', { path: { id } });

export const usersFound = (q: string) => apiQuery('/v1/admin/users', { query: { q, limit: 10 } });

export type CreditablePackage = Schema<'CreditablePackage'>;

export const packagesQuery = (id: string) => ({
  ...allQuery('/v1/admin/payments/reconciliation/{id}/packages', { path: { id } }),
  staleTime: 60_000,
});

/** How many differences nobody has dealt with yet; undefined where that is not counted. Duplicates are none. */
export function openIn({ counts, handled }: Run): number | undefined {
  if (handled === null) return undefined;
  const { missingOnOurSide, missingOnProviderSide, amountMismatch } = counts;
  const done = handled.missingOnOurSide + handled.missingOnProviderSide + handled.amountMismatch;
  return missingOnOurSide + missingOnProviderSide + amountMismatch - done;
}

/** The same of one bucket. */
export function handledOf({ handled }: Run, bucket: Bucket): number | undefined {
  if (handled === null || bucket === 'duplicates') return undefined;
  const { missingOnOurSide, missingOnProviderSide, amountMismatch } = handled;
  return {
    missing_on_our_side: missingOnOurSide,
    missing_on_provider_side: missingOnProviderSide,
    amount_mismatch: amountMismatch,
  }[bucket];
}

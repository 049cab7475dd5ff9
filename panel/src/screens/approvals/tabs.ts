import type { Schema } from '../../api/client.ts';
import type { ListState } from '../../ui/list/search.ts';

type Kind = Schema<'Approval'>['kind'];
type Status = Schema<'Approval'>['status'];

export const kinds = [
  ...([
    'wallet_grant',
    'purchase_credit',
    'refund',
    'promo_budget',
    'subscription_comp',
    'user_anonymize',
    'series_delete',
    'episode_delete',
    'role_delete',
    'second_factor_clear',
  ] as const),
] satisfies Kind[];
export const statuses = [...(['pending', 'approved', 'rejected', 'cancelled', 'expired'] as const)] satisfies Status[];

/** The statuses that a tab can be narrowed to. */
export const statusesOf = (tab: Tab): readonly Status[] =>
  tab === 'history' ? statuses.filter((status) => status !== 'pending') : statuses;

/** Three ways into the same list: what waits for me, what I asked for, and what is over. */
export const tabs = ['decide', 'mine', 'history'] as const;
export type Tab = (typeof tabs)[number];

export interface ApprovalSearch extends ListState {
  readonly tab?: Tab | undefined;
  readonly kind?: Kind | undefined;
  readonly status?: Status | undefined;
}

/** What waits for a decision is pending, and what is over is not, whatever the address says. */
function statusIn({ tab = 'decide', status }: ApprovalSearch): Status[] | undefined {
  if (tab === 'decide') return ['pending'];
  if (tab === 'history' && (!status || status === 'pending')) return [...statusesOf(tab)];
  return status && [status];
}

/** What a tab asks the server for. */
export function queryOf(search: ApprovalSearch) {
  const { tab = 'decide', kind, status: _named, ...page } = search;
  const status = statusIn(search);
  return {
    ...page,
    ...(kind && { kind }),
    ...(status && { status }),
    ...(tab !== 'history' && { mine: tab === 'mine' }),
  };
}

import { type Answering, idList, withOwn } from '../../kit/db/hot-read.ts';
import type { Claims } from '../../kit/tokens.ts';
import { sessionIdOf } from './rules.ts';

export interface CallerRow extends Answering {
  email: string;
  role: string;
  permissions: string[];
  is_active: boolean;
  token_version: number;
  must_reset_password: boolean;
  has_second_factor: boolean;
  is_revoked: boolean;
  second_factor_at: Date | null;
  now: Date;
  own: unknown;
}

/** An admin as the database has it now, with the session that they come by. */
export const findCaller = withOwn<CallerRow, Claims>((own) => ({
  name: 'admin_caller',
  values: (claims) => [idList(claims.map(({ sub }) => sub)), idList(claims.map(sessionIdOf))],
  text: `
  select q.n, a.email, a.role, a.permissions, a.is_active, a.token_version, a.must_reset_password,
         f.admin_id is not null as has_second_factor, s.revoked_at is not null as is_revoked, s.second_factor_at,
         clock() as now, ${own('q.admin_id')} as own
  from unnest($1::uuid[], $2::uuid[]) with ordinality as q (admin_id, session_id, n)
  join admin_callers a on a.id = q.admin_id
  left join admin_sessions s on s.id = q.session_id and s.admin_id = a.id
  left join confirmed_second_factors f on f.admin_id = a.id`,
}));

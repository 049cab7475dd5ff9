import type { CallerValue } from '../../kit/db/batched-read.ts';
import { isoTime } from '../../kit/db/fragments.ts';
import { isLastSuperadmin } from './sql.ts';

const quoted = (column: string): string => `to_json(${column})::text`;
const timeOrNull = (column: string): string => `coalesce('"' || ${isoTime(column)} || '"', 'null')`;

const hasSecondFactor = '(exists (select from confirmed_second_factors f where f.admin_id = a.id))';
const from = (callerId: string): string =>
  `from admins a join roles r on r.id = a.role_id where a.deleted_at is null and a.id = ${callerId}`;

/**
 * The caller's account as text: its revision, whether nobody else is a superadmin (`true` or `false`), and the fields
 * of its JSON but for those that follow from the permissions, which the guard knows.
 */
export const ownAccount: CallerValue<string> = {
  name: 'account',
  sql: (callerId) => `(
    select a.revision || ' ' || ${isLastSuperadmin} || ' "id":"' || a.id || '","email":' || ${quoted('a.email')}
      || ',"name":' || ${quoted('a.name')} || ',"role":' || ${quoted('r.name')} || ',"is_active":' || a.is_active || ',"token_version":' || a.token_version
      || ',"must_reset_password":' || a.must_reset_password || ',"has_second_factor":' || ${hasSecondFactor}
      || ',"last_login_at":' || ${timeOrNull('a.last_login_at')} || ',"created_at":"' || ${isoTime('a.created_at')}
      || '","updated_at":"' || ${isoTime('a.updated_at')} || '","revision":' || a.revision
    ${from(callerId)})`,
  // Every change of a row gives it another xmin.
  version: (callerId) => `(
    select a.xmin || '.' || r.xmin || '.' || ${isLastSuperadmin} || '.' || ${hasSecondFactor} ${from(callerId)})`,
};

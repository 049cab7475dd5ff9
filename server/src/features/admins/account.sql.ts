import type { CallerValue } from '../../kit/db/hot-read.ts';
import { type AdminRow, adminColumnsText, livingText } from './sql.ts';

/** An account inside JSON, where the database writes moments in its own way. */
interface AdminJson extends Omit<AdminRow, 'last_login_at' | 'created_at' | 'updated_at'> {
  last_login_at: string | null;
  created_at: string;
  updated_at: string;
}

/** The caller's account. */
export const ownAccount: CallerValue<AdminJson> = {
  name: 'account',
  sql: (callerId) => `(select to_json(o) from (select ${adminColumnsText} ${livingText} and a.id = ${callerId}) o)`,
};

export const fromJson = (row: AdminJson): AdminRow => ({
  ...row,
  last_login_at: row.last_login_at === null ? null : new Date(row.last_login_at),
  created_at: new Date(row.created_at),
  updated_at: new Date(row.updated_at),
});

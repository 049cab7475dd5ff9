import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import type { QuietHours } from './rules.ts';

export interface PushSettings {
  enabled: boolean;
  dailyCap: number;
  quietHours: QuietHours;
}

export interface SettingsRow extends PushSettings {
  revision: number;
  updatedAt: Date;
}

const select = sql<SettingsRow>`
  select enabled, daily_cap as "dailyCap", quiet_hours as "quietHours", revision, updated_at as "updatedAt"
  from push_settings`;

const one = (rows: readonly SettingsRow[]): SettingsRow => {
  const [row] = rows;
  if (!row) throw new Error('there are no settings of pushes');
  return row;
};

export const findSettings = async (db: Db): Promise<SettingsRow> => one((await select.execute(db)).rows);

/** For whoever changes them. */
export const lockSettings = async (tx: Tx): Promise<SettingsRow> =>
  one((await sql<SettingsRow>`${select} for no key update`.execute(tx)).rows);

/** For whoever sends: nobody begins to send after the switch was thrown, and who throws it waits for those who just begin. */
export const lockSettingsForShare = async (tx: Tx): Promise<SettingsRow> =>
  one((await sql<SettingsRow>`${select} for share`.execute(tx)).rows);

export async function updateSettings(
  tx: Tx,
  { enabled, dailyCap, quietHours }: PushSettings,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('push_settings')
    .set((eb) => ({
      enabled,
      daily_cap: dailyCap,
      quiet_hours: JSON.stringify(quietHours),
      updated_at: now,
      revision: eb('revision', '+', 1),
    }))
    .execute();
}

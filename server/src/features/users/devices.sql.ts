import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { isoTime } from '../../kit/db/fragments.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import { newId } from '../../kit/id.ts';

export interface Device {
  deviceId: string;
  platform?: string | undefined;
  appVersion?: string | undefined;
  osVersion?: string | undefined;
  model?: string | undefined;
}

/** A user's devices as a list in JSON, the last used first. */
export const devicesJson = (userId: string): string => `coalesce((select json_agg(d) from (
  select id, device_id as "deviceId", platform, app_version as "appVersion", os_version as "osVersion", model,
    last_ip as "lastIp", ${isoTime('first_seen')} as "firstSeen", ${isoTime('last_seen')} as "lastSeen"
  from user_devices where user_id = ${userId} order by last_seen desc) d), '[]')`;

/** The device that a user was last seen on, as JSON. */
export const lastDeviceJson = (userId: string): string => `(
  select json_build_object('platform', platform, 'model', model)
  from user_devices where user_id = ${userId} order by last_seen desc limit 1)`;

/** A new secret of a device, and the hash that is kept of it. */
export const newDeviceSecret = (): string => randomBytes(32).toString('base64url');
const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** What a device shows to come in again as the guest that it was. */
export interface DeviceSecret {
  readonly deviceId: string;
  readonly secret: string;
}

/**
 * Of each device the guest to whom it was given with this secret. The name of a device alone proves nothing: others see it
 * too.
 */
export async function listGuestsOf(tx: Tx, shown: readonly DeviceSecret[]): Promise<(string | undefined)[]> {
  const rows = JSON.stringify(shown.map(({ deviceId, secret }) => [deviceId, hashSecret(secret).toString('hex')]));
  const query = sql<{ id: string | null }>`
    select found.id from jsonb_array_elements(${rows}::jsonb) with ordinality as q (shown, n) left join lateral (
      select u.id from user_devices d join users u on u.id = d.user_id
      where d.device_id = q.shown->>0 and d.secret_hash = decode(q.shown->>1, 'hex')
        and u.is_guest and u.status <> 'deleted'
      order by d.last_seen desc limit 1) found on true
    order by q.n`;
  return (await executePrepared(tx, query)).map(({ id }) => id ?? undefined);
}

export interface SeenDevice extends Device {
  readonly userId: string;
  readonly ip: string;
  readonly secret?: string | undefined;
}

/** Whether anyone was ever signed in on a device, as a guest too. */
export async function isKnownDevice(db: Db, deviceId: string): Promise<boolean> {
  const { rows } = await sql`select from user_devices where device_id = ${deviceId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Keeps what devices say of themselves, each of another user; a secret is written once, with the device. */
export async function putDevices(tx: Tx, devices: readonly SeenDevice[], now: Date): Promise<void> {
  const rows = devices.map(({ secret, ...device }) => ({
    id: newId(),
    ...device,
    secretHash: secret === undefined ? null : hashSecret(secret).toString('hex'),
  }));
  const query = sql`
    insert into user_devices as d (user_id, id, device_id, platform, app_version, os_version, model, last_ip, first_seen,
      last_seen, secret_hash)
    select "userId", id, "deviceId", platform, "appVersion", "osVersion", model, ip, ${now}, ${now},
      decode("secretHash", 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as q ("userId" uuid, id uuid, "deviceId" text, platform text,
      "appVersion" text, "osVersion" text, model text, ip text, "secretHash" text)
    order by "userId"
    on conflict (user_id, device_id) do update set
      platform = coalesce(excluded.platform, d.platform), app_version = coalesce(excluded.app_version, d.app_version),
      os_version = coalesce(excluded.os_version, d.os_version), model = coalesce(excluded.model, d.model),
      last_ip = excluded.last_ip, last_seen = excluded.last_seen`;
  await executePrepared(tx, query);
}

/** Forgets what tells a person from their devices; that there were devices stays. */
export async function anonymizeDevices(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('user_devices')
    .set({ device_id: null, model: null, last_ip: null, secret_hash: null })
    .where('user_id', '=', userId)
    .execute();
}

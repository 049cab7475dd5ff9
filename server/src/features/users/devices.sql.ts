import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';
import { isoTime } from '../../kit/db/json.ts';
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

/** The guest to whom this device was given this secret. The name of a device alone proves nothing: others see it too. */
export async function findGuestOf(tx: Tx, deviceId: string, secret: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select u.id from user_devices d join users u on u.id = d.user_id
    where d.device_id = ${deviceId} and d.secret_hash = ${hashSecret(secret)} and u.is_guest and u.status <> 'deleted'
    order by d.last_seen desc limit 1`.execute(tx);
  return rows[0]?.id;
}

/** Keeps what a device says of itself; a secret is written once, with the device. */
export async function putDevice(
  tx: Tx,
  userId: string,
  device: Device,
  seen: { ip: string; now: Date; secret?: string | undefined },
): Promise<void> {
  const { ip, now, secret } = seen;
  const { deviceId, platform = null, appVersion = null, osVersion = null, model = null } = device;
  await sql`
    insert into user_devices as d (user_id, id, device_id, platform, app_version, os_version, model, last_ip, first_seen, last_seen, secret_hash)
    values (${userId}, ${newId()}, ${deviceId}, ${platform}, ${appVersion}, ${osVersion}, ${model}, ${ip}, ${now}, ${now},
      ${secret === undefined ? null : hashSecret(secret)})
    on conflict (user_id, device_id) do update set
      platform = coalesce(excluded.platform, d.platform), app_version = coalesce(excluded.app_version, d.app_version),
      os_version = coalesce(excluded.os_version, d.os_version), model = coalesce(excluded.model, d.model),
      last_ip = excluded.last_ip, last_seen = excluded.last_seen`.execute(tx);
}

/** Takes the secrets of a user's devices back, by which a guest would come in again. */
export async function forgetDeviceSecrets(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('user_devices').set({ secret_hash: null }).where('user_id', '=', userId).execute();
}

/** Forgets what tells a person from their devices; that there were devices stays. */
export async function anonymizeDevices(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('user_devices')
    .set({ device_id: null, model: null, last_ip: null, secret_hash: null })
    .where('user_id', '=', userId)
    .execute();
}

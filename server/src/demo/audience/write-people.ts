import type { OwnerConnection } from '../parts.ts';
import { date, insert } from './insert.ts';
import type { Person } from './people.ts';

const models = [
  ['android', '15', 'Samsung Galaxy A15'],
  ['android', '14', 'Xiaomi Redmi Note 13'],
  ['ios', '18.5', 'iPhone 13'],
  ['android', '15', 'Oppo Reno 12'],
] as const;

/** The accounts, and a phone for each of them. */
export async function writePeople(
  client: OwnerConnection,
  people: readonly Person[],
  passwordHash: string | null,
): Promise<void> {
  await insert(
    client,
    'users',
    {
      id: 'uuid',
      is_guest: 'boolean',
      auth_provider: 'text',
      email: 'text',
      phone_e164: 'text',
      display_name: 'text',
      password_hash: 'text',
      country_code: 'text',
      language: 'text',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    people.map(({ id, name, email, phone, market, joinedAt }) => {
      const account = name === null ? [true, 'guest'] : [false, 'password'];
      const secret = name === null ? null : passwordHash;
      const where = [market.country, market.language];
      return [id, ...account, email, phone, name, secret, ...where, date(joinedAt), date(joinedAt)];
    }),
  );
  await insert(
    client,
    'user_devices',
    {
      user_id: 'uuid',
      id: 'uuid',
      device_id: 'text',
      platform: 'text',
      app_version: 'text',
      os_version: 'text',
      model: 'text',
      last_ip: 'text',
      first_seen: 'timestamptz',
      last_seen: 'timestamptz',
    },
    people.map(({ id, index, joinedAt }) => {
      const [platform, osVersion, model] = models[index % models.length] ?? models[0];
      const device = [`audience-phone-${index + 1}`, platform, '3.4.1', osVersion, model];
      // Of everyone's only phone the id may be theirs.
      return [id, id, ...device, `198.51.100.${1 + (index % 250)}`, date(joinedAt), date(joinedAt)];
    }),
  );
}

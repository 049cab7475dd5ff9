import { sql } from 'kysely';
import type { Admin } from '../features/access/public.ts';
import { findAdmin, findCredentials } from '../features/admins/public.ts';
import type { User } from '../features/users/public.ts';
import type { Database, Db, Tx } from '../kit/db/database.ts';
import { Effects } from '../kit/http/effects.ts';
import type { Ctx } from '../kit/http/endpoint.ts';
import { newId } from '../kit/id.ts';
import { dayMs } from '../kit/time.ts';
import { type DemoRole, demoAdmins } from './admins.ts';

export const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

export async function findCaller(tx: Tx, email: string): Promise<Admin | undefined> {
  const found = await findCredentials(tx, email);
  const admin = found && (await findAdmin(tx, found.id));
  if (!admin) return undefined;
  const { id, role, permissions, token_version: tokenVersion } = admin;
  return { id, email, role, permissions, session: { id: newId(), expiresAt: new Date(0), tokenVersion } };
}

/** The context of a request that the caller made at that time. */
export const contextFor = <Caller>(tx: Tx, caller: Caller, now: Date): Ctx<Caller> => ({
  tx,
  caller,
  now,
  requestId: newId(),
  ip: '127.0.0.1',
  effects: new Effects(),
  ifMatch: undefined,
  causeId: newId,
  header: () => {},
});

/** A transaction that creates demo data in the past, with the actions that admins use. */
export interface Seeding {
  readonly tx: Tx;
  readonly now: Date;
  readonly ago: (days: number) => Date;
  /** The context of the demo admin with this role, at the present time by default. */
  readonly as: (role: DemoRole, at?: Date) => Ctx<Admin>;
}

/** Undefined if a demo admin was deleted. */
export async function openSeeding(tx: Tx, now: Date): Promise<Seeding | undefined> {
  const admins = new Map<DemoRole, Admin>();
  for (const { email, role } of demoAdmins) {
    const admin = await findCaller(tx, email);
    if (!admin) return undefined;
    admins.set(role, admin);
  }
  const adminOf = (role: DemoRole): Admin => {
    const admin = admins.get(role);
    if (!admin) throw new Error(`the demo has no ${role}`);
    return admin;
  };
  return {
    tx,
    now,
    ago: (days) => before(now, days * dayMs),
    as: (role, at = now) => contextFor(tx, adminOf(role), at),
  };
}

export const hasRows = async (db: Db, table: string): Promise<boolean> =>
  (await sql`select from ${sql.table(table)} limit 1`.execute(db)).rows.length > 0;

/** Creates demo data in one transaction, unless the table has rows. */
export const seedOnce = (
  database: Database,
  table: string,
  work: (seeding: Seeding) => Promise<unknown>,
): Promise<void> =>
  database.transaction(async (tx, now) => {
    const seeding = (await hasRows(tx, table)) ? undefined : await openSeeding(tx, now);
    if (seeding) await work(seeding);
  });

/** A signed-in user of the app. */
export const signedIn = (user: Omit<User, 'token'>, version = 1): User => ({
  ...user,
  token: { id: newId(), expiresAt: new Date(0), version },
});

/** The users of the app by the time of their sign-up. */
export async function listUsers(tx: Tx) {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'display_name as name', 'status', 'country_code as countryCode', 'language', 'is_guest as isGuest'])
    .select('token_version as version')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ name, status, version, ...user }) => ({ ...signedIn(user, version), name, status }));
}

/** Series by their release; those without one last. */
export async function listSeries(tx: Tx, status: 'published' | 'scheduled'): Promise<string[]> {
  const query = tx.selectFrom('series').select('id').where('status', '=', status);
  return (await query.orderBy('published_at').orderBy('title').execute()).map(({ id }) => id);
}

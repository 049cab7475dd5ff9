import type { Admin } from '../features/access/public.ts';
import { findAdmin, findCredentials } from '../features/admins/public.ts';
import type { Tx } from '../kit/db/database.ts';
import { Effects } from '../kit/http/effects.ts';
import type { Ctx } from '../kit/http/endpoint.ts';
import { newId } from '../kit/id.ts';

export const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

export async function findCaller(tx: Tx, email: string): Promise<Admin | undefined> {
  const found = await findCredentials(tx, email);
  const admin = found && (await findAdmin(tx, found.id));
  if (!admin) return undefined;
  const { id, role, permissions } = admin;
  return {
    id,
    email,
    role,
    permissions,
    session: { id: newId(), expiresAt: new Date(0), tokenVersion: admin.token_version },
  };
}

/** What a request of that admin at that moment would have been given. */
export const contextFor = (tx: Tx, caller: Admin, now: Date): Ctx<Admin> => ({
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

import type { Database, Tx } from '../../../kit/db/database.ts';
import { newId } from '../../../kit/id.ts';
import { adminPasswords, inOrder } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { builtInRoles } from '../rules.ts';
import {
  countSuperadmins,
  findCredentials,
  findRole,
  insertAdmin,
  insertRole,
  lockBootstrap,
  updateRole,
} from '../sql.ts';

/** Creates the built-in roles, and adds new baseline permissions to existing ones. */
async function ensureBuiltInRoles(tx: Tx, now: Date): Promise<void> {
  for (const [name, { description, baseline }] of Object.entries(builtInRoles)) {
    const role = await findRole(tx, name);
    if (!role) {
      await insertRole(tx, { id: newId(), name, description, permissions: [...baseline], is_system: true }, now);
    } else if (baseline.some((permission) => !role.permissions.includes(permission))) {
      await updateRole(tx, role.id, { permissions: inOrder([...role.permissions, ...baseline]) }, now);
    }
  }
}

interface FirstAdmin {
  email: string;
  password: string;
}

/** Creates the roles, and the first superadmin unless one exists. Returns whether it was created. */
export async function bootstrap(database: Database, first: FirstAdmin | undefined): Promise<boolean> {
  const needed = await database.transaction(async (tx, now) => {
    await lockBootstrap(tx);
    await ensureBuiltInRoles(tx, now);
    return (await countSuperadmins(tx)) === 0;
  });
  if (!needed || !first) return false;
  const name = first.email.split('@')[0] ?? first.email;
  const passwordHash = () => adminPasswords.hash(first.password, 'bootstrap');
  const admin = { email: first.email, name, role: 'superadmin', passwordHash };
  return createAdmin(database, admin, async (tx) => (await countSuperadmins(tx)) === 0);
}

interface AdminToCreate {
  readonly email: string;
  readonly name: string;
  readonly role: string;
  /** Called only if the admin is created, because hashing takes time. */
  readonly passwordHash: () => Promise<string>;
}

/** Creates an admin outside of a request, unless the email is taken. The password need not be reset. */
export async function createAdmin(
  database: Database,
  admin: AdminToCreate,
  isStillNeeded: (tx: Tx) => Promise<boolean> = async () => true,
): Promise<boolean> {
  const { email, name } = admin;
  if (await findCredentials(database.db, email)) return false;
  const passwordHash = await admin.passwordHash();
  return database.transaction(async (tx, now) => {
    await lockBootstrap(tx);
    const role = await findRole(tx, admin.role);
    if (!role || (await findCredentials(tx, email)) || !(await isStillNeeded(tx))) return false;
    const id = newId();
    await insertAdmin(
      tx,
      { id, email, name, role_id: role.id, password_hash: passwordHash, must_reset_password: false },
      now,
    );
    const after = { email, name, role: role.name, is_active: true };
    const entry = { action: 'admin.create', target: { type: 'admin', id }, after } as const;
    await audit.write(tx, audit.system, { requestId: null, ip: null, now }, entry);
    return true;
  });
}

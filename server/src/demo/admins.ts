import { adminPasswords } from '../features/access/public.ts';
import { createAdmin } from '../features/admins/public.ts';
import type { Database } from '../kit/db/database.ts';

/** One admin for each built-in role. */
export const demoAdmins = [
  { email: 'sofia@demo.example', name: 'Sofia Marín', role: 'superadmin' },
  { email: 'deniz@demo.example', name: 'Deniz Kaya', role: 'content_manager' },
  { email: 'omar@demo.example', name: 'Omar Haddad', role: 'moderator' },
  { email: 'putri@demo.example', name: 'Putri Lestari', role: 'support' },
  { email: 'anna@demo.example', name: 'Anna Lindqvist', role: 'analyst' },
  { email: 'kwame@demo.example', name: 'Kwame Boateng', role: 'finance' },
] as const;
export type DemoRole = (typeof demoAdmins)[number]['role'];

/** Creates the demo admins that do not exist. */
export async function seedAdmins(database: Database, password: string): Promise<void> {
  let hash: Promise<string> | undefined;
  // All have the same password, so it is hashed once.
  const passwordHash = (): Promise<string> => {
    hash ??= adminPasswords.hash(password, 'demo');
    return hash;
  };
  for (const admin of demoAdmins) await createAdmin(database, { ...admin, passwordHash });
}

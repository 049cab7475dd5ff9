import { adminPasswords } from '../features/access/public.ts';
import { makeAdmin } from '../features/admins/public.ts';
import type { Database } from '../kit/db/database.ts';

/** One admin for each built-in role, so that every view of the panel can be seen. */
export const demoAdmins = [
  { email: 'sofia@demo.example', name: 'Sofia Marín', role: 'superadmin' },
  { email: 'deniz@demo.example', name: 'Deniz Kaya', role: 'content_manager' },
  { email: 'omar@demo.example', name: 'Omar Haddad', role: 'moderator' },
  { email: 'putri@demo.example', name: 'Putri Lestari', role: 'support' },
  { email: 'anna@demo.example', name: 'Anna Lindqvist', role: 'analyst' },
  { email: 'kwame@demo.example', name: 'Kwame Boateng', role: 'finance' },
] as const;

/** Makes the demo's admins; those who are there already stay as they are. */
export async function seedAdmins(database: Database, password: string): Promise<void> {
  let made: Promise<string> | undefined;
  // They have the same password, so one hash does for all of them.
  const passwordHash = (): Promise<string> => {
    made ??= adminPasswords.hash(password, 'demo');
    return made;
  };
  for (const admin of demoAdmins) await makeAdmin(database, { ...admin, passwordHash });
}

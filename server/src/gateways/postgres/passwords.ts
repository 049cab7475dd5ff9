import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readIfThere, writeAtomically } from './files.ts';

export type Role = 'superuser' | 'owner' | 'app';

export type Passwords = Record<Role, string>;

/** The passwords in the folder, created if missing. Requires the folder's lock. */
export async function loadOrCreatePasswords(folder: string, hasCluster: boolean): Promise<Passwords> {
  const path = join(folder, 'passwords.json');
  const text = await readIfThere(path);
  if (text !== undefined) {
    const stored: unknown = JSON.parse(text);
    if (!arePasswords(stored)) throw new Error(`${path} does not hold the three passwords`);
    return stored;
  }
  if (hasCluster)
    throw new Error(`${path} is missing, without which the existing database cluster cannot be opened; restore it`);
  const created = { superuser: newPassword(), owner: newPassword(), app: newPassword() };
  await writeAtomically(path, `${JSON.stringify(created)}\n`);
  return created;
}

function newPassword(): string {
  return randomBytes(32).toString('base64url');
}

function arePasswords(value: unknown): value is Passwords {
  if (typeof value !== 'object' || value === null) return false;
  if (!('superuser' in value && 'owner' in value && 'app' in value)) return false;
  return [value.superuser, value.owner, value.app].every((password) => typeof password === 'string');
}

/** The stored form of a password, computed here so that the password is in no statement or log. */
export function scramVerifier(password: string): string {
  const rounds = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256');
  const keyed = (label: string) => createHmac('sha256', salted).update(label).digest();
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${storedKey}:${keyed('Server Key').toString('base64')}`;
}

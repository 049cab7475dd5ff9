import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An invalid variable or file, which stops the start with one line. */
export class ConfigFault extends Error {}

/** Secrets by name, generated on first use and stored in the data folder, readable only by its owner. */
export function storedSecrets(dataDir: string, names: readonly string[]): Record<string, string> {
  const file = join(dataDir, 'secrets.json');
  let text: string;
  try {
    if (!existsSync(file)) makeSecrets(dataDir, file, names);
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigFault(`DATA_DIR cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
  const secrets = readSecrets(text, names);
  if (!secrets) throw new ConfigFault(`${file} is damaged: remove it, and new secrets are generated`);
  return secrets;
}

/** All or none: a secret generated for this process only would not match other processes and the next start. */
function readSecrets(text: string, names: readonly string[]): Record<string, string> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    const entries = Object.entries<unknown>({ ...(typeof parsed === 'object' && parsed) });
    const secrets = new Map(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
    return names.every((name) => secrets.has(name)) ? Object.fromEntries(secrets) : undefined;
  } catch {
    return undefined;
  }
}

/** Concurrent processes: the complete file is created by a link, and the first one wins. */
function makeSecrets(dataDir: string, file: string, names: readonly string[]): void {
  mkdirSync(dataDir, { recursive: true });
  const bytes = (name: string) => randomBytes(name === 'demoPassword' ? 12 : 32).toString('base64url');
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, JSON.stringify(Object.fromEntries(names.map((name) => [name, bytes(name)])), null, 2), {
    mode: 0o600,
  });
  chmodSync(draft, 0o600);
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

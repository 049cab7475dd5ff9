import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps small secrets unreadable in the database: sealed with a key made from one that is not stored there. */
export interface Sealer {
  seal(text: string): string;
  /** Undefined when it was sealed with a secret that is no longer known. */
  open(sealed: string): string | undefined;
}

/** The first secret seals and all of them open, so that secrets can be rotated. */
export function createSealer(secrets: readonly string[], purpose: string): Sealer {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, 'sealed', purpose, 32)));
  const [first] = keys;
  if (!first) throw new Error('a sealer needs a secret');
  return {
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', first, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      for (const key of keys) {
        const plain = tryOpen(key, bytes);
        if (plain !== undefined) return plain;
      }
      return undefined;
    },
  };
}

function tryOpen(key: Buffer, bytes: Buffer): string | undefined {
  // A shorter proof would be taken too, and be easier to guess.
  if (bytes.length < 28) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

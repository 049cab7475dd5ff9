import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts small secrets in the database, with a key derived from a secret that is not stored there. */
export interface Encryption {
  encrypt(text: string): string;
  /** Undefined if it was encrypted with a secret that is no longer configured. */
  decrypt(encrypted: string): string | undefined;
}

/** The first secret encrypts and all of them decrypt, so that secrets can be rotated. */
export function createEncryption(secrets: readonly string[], purpose: string): Encryption {
  // With another salt, stored secrets could not be decrypted.
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, 'sealed', purpose, 32)));
  const [first] = keys;
  if (!first) throw new Error('encryption needs a secret');
  return {
    encrypt(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', first, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted, 'base64url');
      for (const key of keys) {
        const plain = tryDecrypt(key, bytes);
        if (plain !== undefined) return plain;
      }
      return undefined;
    },
  };
}

function tryDecrypt(key: Buffer, bytes: Buffer): string | undefined {
  // A shorter authentication tag would be accepted, and easier to guess.
  if (bytes.length < 28) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts a message for one subscription (RFC 8291) in one record (RFC 8188). */

export interface SubscriptionKeys {
  /** The public key of the subscription, 65 bytes in base64url. */
  readonly p256dh: string;
  /** The secret of the subscription, 16 bytes in base64url. */
  readonly auth: string;
}

/** Random for each message; fixed in tests. */
export interface MessageKeys {
  readonly privateKey?: Buffer;
  readonly salt: Buffer;
}

const curve = 'prime256v1';
const recordSize = 4096;

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

export function encrypt(
  plain: Buffer,
  { p256dh, auth }: SubscriptionKeys,
  { privateKey, salt }: MessageKeys = { salt: randomBytes(16) },
): Buffer {
  const receiver = Buffer.from(p256dh, 'base64url');
  const ecdh = createECDH(curve);
  if (privateKey) ecdh.setPrivateKey(privateKey);
  else ecdh.generateKeys();
  const sender = ecdh.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender]);
  const shared = derive(ecdh.computeSecret(receiver), Buffer.from(auth, 'base64url'), info, 32);
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(shared, salt, 'Content-Encoding: nonce\0', 12),
  );
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  // The byte 2 ends the last record.
  const sealed = [cipher.update(plain), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([salt, size, Buffer.of(sender.length), sender, ...sealed]);
}

/** Whether a text is an uncompressed point on the curve. */
export function isPublicKey(p256dh: string): boolean {
  const bytes = Buffer.from(p256dh, 'base64url');
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  try {
    const ecdh = createECDH(curve);
    ecdh.generateKeys();
    ecdh.computeSecret(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The public key of a private key; undefined if invalid. */
export function publicKeyOf(privateKey: string): string | undefined {
  const bytes = Buffer.from(privateKey, 'base64url');
  if (bytes.length !== 32) return undefined;
  try {
    const ecdh = createECDH(curve);
    ecdh.setPrivateKey(bytes);
    return ecdh.getPublicKey('base64url');
  } catch {
    return undefined;
  }
}

import { createPrivateKey, type KeyObject } from 'node:crypto';

function read(text: string): KeyObject {
  const isPem = text.includes('-----BEGIN');
  return isPem
    ? createPrivateKey(text.replaceAll('\\n', '\n'))
    : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
}

/** A P-256 key from the content of a `.p8` file, or only its base64; undefined for anything else. */
export function readP256Key(text: string): KeyObject | undefined {
  try {
    const key = read(text);
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    return undefined;
  }
}

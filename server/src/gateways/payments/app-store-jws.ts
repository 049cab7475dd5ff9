import { type KeyObject, verify, X509Certificate } from 'node:crypto';
import QuickLRU from 'quick-lru';
import { isRecord, readJsonBody } from '../../kit/json.ts';
import { refuseSignature } from '../../kit/webhooks.ts';

/**
 * Data that the App Store signs: a JWS (RFC 7515) with ES256, whose header has the certificates of the key that signed it. Its
 * root is one of those pinned here; the root in the message is ignored.
 */

/** Marks of the certificates that the App Store signs with: DER of 1.2.840.113635.100.6.11.1 and of its issuer's …6.2.1. */
const leafMark = '2a864886f76364060b01';
const intermediateMark = '2a864886f76364060201';
/** Certificates of a message: leaf, intermediate, root. */
const chainLength = 3;
/** Allowed difference between the signer's clock and the validity of its certificates. */
const clockToleranceMs = 60_000;
/** The store uses few chains at a time. Only verified ones are remembered, so that nobody else can fill the map. */
const rememberedChains = 32;

interface Chain {
  readonly key: KeyObject;
  readonly validFrom: number;
  readonly validTo: number;
}

export type Claims = Readonly<Record<string, unknown>>;

export interface SignedDataReader {
  /** Returns what was signed, or refuses with `invalidSignature`. */
  read(jws: string, now: Date): Claims;
}

export function createSignedDataReader(roots: readonly X509Certificate[]): SignedDataReader {
  const chains = new QuickLRU<string, Chain>({ maxSize: rememberedChains });
  const chainOf = (leaf: string, intermediate: string): Chain => {
    const key = `${leaf} ${intermediate}`;
    const known = chains.get(key);
    if (known) return known;
    const chain = verifyChain(roots, leaf, intermediate);
    chains.set(key, chain);
    return chain;
  };
  return {
    read(jws, now) {
      const [, header = '', payload = '', signature = ''] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(jws) ?? [];
      const claims = decode(payload);
      const { alg, x5c } = decode(header);
      if (alg !== 'ES256') return refuseSignature('algorithm');
      if (!Array.isArray(x5c) || x5c.length !== chainLength) return refuseSignature('chain_length');
      const given: readonly unknown[] = x5c;
      const [leaf, intermediate] = given;
      if (typeof leaf !== 'string' || typeof intermediate !== 'string') return refuseSignature('certificate');
      const chain = chainOf(leaf, intermediate);
      const at = claims.signedDate === undefined ? now.getTime() : claims.signedDate;
      if (typeof at !== 'number') return refuseSignature('malformed');
      const isValid = at >= chain.validFrom - clockToleranceMs && at <= chain.validTo + clockToleranceMs;
      if (!isValid) return refuseSignature('certificate_expired');
      const key = { key: chain.key, dsaEncoding: 'ieee-p1363' } as const;
      const content = Buffer.from(`${header}.${payload}`);
      const isSigned = verify('sha256', content, key, Buffer.from(signature, 'base64url'));
      return isSigned ? claims : refuseSignature('signature');
    },
  };
}

function decode(part: string): Claims {
  const value = readJsonBody(Buffer.from(part, 'base64url'));
  return isRecord(value) ? value : refuseSignature('malformed');
}

function readCertificate(base64: string): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    return refuseSignature('certificate');
  }
}

function verifyChain(roots: readonly X509Certificate[], leafText: string, intermediateText: string): Chain {
  const [leaf, intermediate] = [readCertificate(leafText), readCertificate(intermediateText)];
  const root = roots.find((one) => isIssuedBy(intermediate, one));
  const isOfStore = intermediate.ca && hasExtension(intermediate, intermediateMark) && hasExtension(leaf, leafMark);
  const { asymmetricKeyType, asymmetricKeyDetails } = leaf.publicKey;
  const isP256 = asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1';
  if (!root || !isOfStore || !isP256 || !isIssuedBy(leaf, intermediate)) return refuseSignature('untrusted_chain');
  const all = [leaf, intermediate, root];
  return {
    key: leaf.publicKey,
    validFrom: Math.max(...all.map(({ validFrom }) => Date.parse(validFrom))),
    validTo: Math.min(...all.map(({ validTo }) => Date.parse(validTo))),
  };
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.issuer === issuer.subject && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

/** A part of DER: its tag, and its content. */
interface Part {
  readonly tag: number;
  readonly content: Buffer;
}

function partsOf(der: Buffer): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < der.length; ) {
    const first = der.readUInt8(at + 1);
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    const length = lengthBytes === 0 ? first : der.readUIntBE(at + 2, lengthBytes);
    const start = at + 2 + lengthBytes;
    parts.push({ tag: der.readUInt8(at), content: der.subarray(start, start + length) });
    at = start + length;
  }
  return parts;
}

const extensionsTag = 0xa3;

/** Whether a certificate has an extension, which Node does not list. OpenSSL has parsed it, so its DER is well-formed. */
function hasExtension({ raw }: X509Certificate, oid: string): boolean {
  const inside = (part: Part | undefined): Part[] => partsOf(part?.content ?? Buffer.alloc(0));
  const [certificate] = partsOf(raw);
  const [toBeSigned] = inside(certificate);
  const [list] = inside(inside(toBeSigned).find(({ tag }) => tag === extensionsTag));
  return inside(list).some((extension) => inside(extension)[0]?.content.toString('hex') === oid);
}

/** Reads a pinned certificate: PEM, or DER in base64. */
export function isRootCertificate(text: string): boolean {
  try {
    return readRootCertificate(text).ca;
  } catch {
    return false;
  }
}

export function readRootCertificate(text: string): X509Certificate {
  return new X509Certificate(text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64'));
}

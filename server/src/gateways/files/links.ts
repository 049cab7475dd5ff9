import { createHmac, timingSafeEqual } from 'node:crypto';
import { declareError, refuse } from '../../kit/errors.ts';

/**
 * Signed paths of files: `<grant>/<signature>`. A grant is the second at which it expires, with the viewer it was given to:
 * `1763541600-<viewer>`. The viewer is not checked, but identifies the account whose link is shared.
 */
export interface Links {
  /** The path segments of a link to one file or folder. */
  expiring(object: string, expiresAt: Date, viewerId?: string): string;
  /** Refuses a link with a wrong signature or an expired grant. */
  verify(object: string, grant: string, signature: string): void;
}

export const linkExpired = declareError(403, 'link_expired');
export const invalidLink = declareError(403, 'invalid_link');

/** How long a link is valid. */
export const linkLifeMs = 6 * 3_600_000;
const hourMs = 3_600_000;

/** At most the life of a link, and the same for an hour, so that clients and caches see the same URL. */
export const steadyExpiry = (now: Date): Date => new Date(Math.floor((now.getTime() + linkLifeMs) / hourMs) * hourMs);

/** Earlier releases gave links to thumbnails of free episodes that did not expire; these have expired. */
const shape = /^(?:public|(\d{1,12})(?:-[\w-]+)?)$/;

/** The first secret signs and all of them verify. Keys are derived, because the secrets also sign webhooks. */
export function createLinks(secrets: readonly string[], now: () => Date = () => new Date()): Links {
  const keys = secrets.map((secret) => createHmac('sha256', secret).update('links of media files').digest());
  const [signer] = keys;
  if (!signer) throw new Error('links need a secret');
  const sign = (key: Buffer, object: string, grant: string): string =>
    createHmac('sha256', key).update(`${object}\n${grant}`).digest('base64url');
  const path = (object: string, grant: string): string => `${grant}/${sign(signer, object, grant)}`;
  return {
    expiring(object, expiresAt, viewerId) {
      const viewer = viewerId === undefined ? '' : `-${viewerId}`;
      return path(object, `${Math.floor(expiresAt.getTime() / 1000)}${viewer}`);
    },
    verify(object, grant, signature) {
      const parts = shape.exec(grant);
      const given = Buffer.from(signature);
      const isOurs = keys.some((key) => {
        const expected = Buffer.from(sign(key, object, grant));
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      if (!parts || !isOurs) return refuse(invalidLink);
      if (Number(parts[1] ?? 0) * 1000 <= now().getTime()) refuse(linkExpired);
    },
  };
}

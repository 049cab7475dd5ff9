import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import type { Bus } from '../../kit/bus.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Claims, Holder } from '../../kit/tokens.ts';
import { statuses } from './rules.ts';
import { type ChangedAccess, listChangedAccess } from './sql.ts';

/**
 * Users and tokens that changed while tokens may be in use: revoked, suspended, banned, deleted or edited. Kept current
 * by messages; for all others the claims of the token are valid.
 */

export interface AccessList {
  /** The holder of a token, and the time of the database; undefined if the database must be read. */
  find(claims: Claims): { readonly holder: Holder; readonly now: Date } | undefined;
}

const Message = Type.Object({
  id: Type.String(),
  status: Type.Union([...statuses, 'revoked' as const].map((status) => Type.Literal(status))),
  tokenVersion: Type.Optional(Type.Integer()),
  countryCode: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  language: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  isGuest: Type.Optional(Type.Boolean()),
});

/** More than change within the lifetime of a token. When exceeded, every caller is checked in the database. */
const maxListed = 200_000;
const retryMs = 1_000;

export function createAccessList(database: Database, bus: Bus): AccessList {
  let listed = new Map<string, ChangedAccess>();
  let isLoaded = false;
  let timer: NodeJS.Timeout | undefined;
  /** Users whom this process may have changed, and when: checked in the database until the bus delivers the outcome. */
  const own = new Map<string, number>();
  const isAwaited = (id: string): boolean => {
    const at = own.get(id);
    return at !== undefined && !bus.hasHeard(at);
  };
  /** Messages received during the load are newer than the rows. */
  const load = async (into: typeof listed): Promise<void> => {
    for (const changed of await listChangedAccess(database.db, maxListed)) {
      if (!into.has(changed.id)) into.set(changed.id, changed);
    }
    if (into === listed) isLoaded = into.size < maxListed;
  };
  const begin = (): void => {
    clearTimeout(timer);
    isLoaded = false;
    const fresh: typeof listed = new Map();
    listed = fresh;
    load(fresh).catch(() => {
      if (fresh === listed && bus.isConnected) timer = setTimeout(begin, retryMs).unref();
    });
  };
  bus.onOwn('access', (message) => {
    // The list is loaded again when the bus connects.
    if (!Check(Message, message) || !bus.isConnected) return;
    for (const [id, at] of own) {
      if (!bus.hasHeard(at)) break;
      own.delete(id);
    }
    own.delete(message.id);
    own.set(message.id, performance.now());
  });
  bus.on('access', (message) => {
    if (Check(Message, message)) listed.set(message.id, changedBy(message));
    // Loading again drops users whose tokens have expired.
    if (listed.size === maxListed && isLoaded) begin();
  });
  bus.onConnection((isConnected) => {
    clearTimeout(timer);
    isLoaded = false;
    own.clear();
    if (isConnected) begin();
  });
  if (bus.isConnected) begin();
  return {
    find(claims) {
      if (!isLoaded || listed.size >= maxListed || !bus.isCurrent) return undefined;
      if (listed.has(claims.jti) || isAwaited(claims.jti) || isAwaited(claims.sub)) return undefined;
      const changed = listed.get(claims.sub);
      const isGood = changed?.status === 'active' && changed.tokenVersion === claims.token_version;
      const holder = changed ? isGood && changed : claims.holder;
      return holder ? { holder, now: bus.now() } : undefined;
    },
  };
}

const changedBy = ({
  id,
  status,
  tokenVersion = 0,
  countryCode = null,
  language = null,
  isGuest = false,
}: Static<typeof Message>) => ({
  id,
  status,
  tokenVersion,
  countryCode,
  language,
  isGuest,
});

import type pg from 'pg';
import { refusal, unavailable } from '../errors.ts';
import { settlesWithin } from '../time.ts';
import { destroySocket } from './pools.ts';

/**
 * Named locks, each held by one process at a time. They belong to a connection and end with it, so a process that dies
 * leaves none behind, and clocks do not matter. The database closes the connection of a process that sends no heartbeat
 * for `idleSessionMs`, such as one that is frozen.
 */
export interface Locks {
  /**
   * Does `work` while holding the lock; returns undefined if another process holds it. `lost` is aborted when the
   * connection breaks, after which another process may hold the lock.
   */
  hold<T>(name: string, work: (lost: AbortSignal) => Promise<T>): Promise<T | undefined>;
  /** Releases all locks, even if their work has not ended. */
  close(): Promise<void>;
}

interface Session {
  /** Executes a statement that returns a boolean; one at a time. */
  ask(text: string, name: string): Promise<boolean>;
  readonly lost: AbortSignal;
  /** Releases the connection, or closes it if locks may still be held. */
  end(given: 'free' | 'locked'): void;
}

export interface LocksOptions {
  /** Interval of heartbeats while locks are held. */
  readonly heartbeatMs?: number;
  /** Timeout of statements, after which the connection counts as lost. */
  readonly timeoutMs?: number;
}

/** A session with the number of its locks. */
interface SharedSession {
  readonly session: Promise<Session>;
  holders: number;
}

const acquireSql = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as yes';
const releaseSql = 'select pg_advisory_unlock(hashtextextended($1, 0)) as yes';
const heartbeatSql = 'select $1::text is not null as yes';
const defaults = { heartbeatMs: 5_000, timeoutMs: 5_000 };

/** All locks are held by one connection of the pool. */
export function createLocks(pool: pg.Pool, options: LocksOptions = {}): Locks {
  const limits = { ...defaults, ...options };
  const held = new Set<string>();
  let shared: SharedSession | undefined;

  const open = (): SharedSession => {
    const clearShared = (): void => {
      if (shared === created) shared = undefined;
    };
    const created: SharedSession = { session: openSession(pool, limits, clearShared), holders: 0 };
    return created;
  };
  const releaseSession = async (one: SharedSession): Promise<void> => {
    if (--one.holders > 0) return;
    if (shared === one) shared = undefined;
    await endSession(one, 'free');
  };

  const underLock = async <T>(name: string, session: Session, work: (lost: AbortSignal) => Promise<T>) => {
    if (!(await session.ask(acquireSql, name))) return undefined;
    try {
      return await work(session.lost);
    } finally {
      // A lost connection holds no locks.
      if (!session.lost.aborted) await session.ask(releaseSql, name).catch(() => false);
    }
  };

  return {
    async hold(name, work) {
      // PostgreSQL would grant the lock to the same connection again.
      if (held.has(name)) return undefined;
      held.add(name);
      shared ??= open();
      const mine = shared;
      mine.holders++;
      try {
        return await underLock(name, await mine.session, work);
      } finally {
        held.delete(name);
        await releaseSession(mine);
      }
    },
    async close() {
      const one = shared;
      shared = undefined;
      // A session that is still being opened is closed afterwards, without waiting.
      if (one) await settlesWithin(limits.timeoutMs, endSession(one, 'locked'));
    },
  };
}

const endSession = (one: SharedSession, given: 'free' | 'locked'): Promise<void> =>
  one.session.then(
    (session) => session.end(given),
    () => {},
  );

async function openSession(
  pool: pg.Pool,
  { heartbeatMs, timeoutMs }: Required<LocksOptions>,
  onLost: () => void,
): Promise<Session> {
  const client = await pool.connect();
  const lost = new AbortController();
  let asked: Promise<unknown> = Promise.resolve();
  let isWhole = true;
  let isOpen = true;
  const end = (given: 'free' | 'locked'): void => {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(beating);
    client.off('error', lose);
    const isUseless = given === 'locked' || !isWhole;
    client.release(isUseless);
    // `end` would wait for a response that may never come.
    if (isUseless) destroySocket(client);
  };
  const lose = (): void => {
    onLost();
    lost.abort(refusal(unavailable));
    end('locked');
  };
  client.on('error', lose);
  const query = async (text: string, name: string): Promise<boolean> => {
    lost.signal.throwIfAborted();
    const result = client.query<{ yes: boolean }>(text, [name]);
    if (!(await settlesWithin(timeoutMs, result))) lose();
    return (await result).rows[0]?.yes ?? false;
  };
  const ask = (text: string, name: string): Promise<boolean> => {
    const result = asked.then(() => query(text, name));
    asked = result.catch(() => {
      isWhole = false;
    });
    return result;
  };
  // Prevents the idle timeout, and detects a dead connection.
  const beating = setInterval(() => void ask(heartbeatSql, '').catch(lose), heartbeatMs).unref();
  return { lost: lost.signal, ask, end };
}

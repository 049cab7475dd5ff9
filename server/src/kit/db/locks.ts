import type pg from 'pg';
import { refusal, unavailable } from '../errors.ts';
import { settlesWithin } from '../time.ts';
import { destroySocket } from './pools.ts';

/**
 * Named locks that one process at a time holds, among all that use the database. They belong to a connection and end
 * with it, so a process that dies leaves none behind, and no two machines' clocks are compared. The database ends the
 * connection of a process that sends no heartbeat for `idleSessionMs`, such as one that is frozen or swapped out.
 */
export interface Locks {
  /**
   * Does `work` while holding the lock, or answers undefined where another holds it. `lost` is aborted when the
   * connection breaks: from then on another may hold the lock too.
   */
  hold<T>(name: string, work: (lost: AbortSignal) => Promise<T>): Promise<T | undefined>;
  /** Lets go of every lock, whether or not the work under it has ended. */
  close(): Promise<void>;
}

interface Session {
  /** Asks a question of yes or no; one at a time, as the driver wants it. */
  ask(text: string, name: string): Promise<boolean>;
  readonly lost: AbortSignal;
  /** Gives the connection back, or ends it where locks may still be held. */
  end(given: 'free' | 'locked'): void;
}

export interface LocksOptions {
  /** How often the connection is tried while locks are held. */
  readonly heartbeatMs?: number;
  /** A connection on which a statement takes longer counts as lost. */
  readonly timeoutMs?: number;
}

/** A session with the number of those who hold a lock in it. */
interface SharedSession {
  readonly session: Promise<Session>;
  holders: number;
}

const acquireSql = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as yes';
const releaseSql = 'select pg_advisory_unlock(hashtextextended($1, 0)) as yes';
const heartbeatSql = 'select $1::text is not null as yes';
const defaults = { heartbeatMs: 5_000, timeoutMs: 5_000 };

/** All locks are held by one connection of the pool, so that however many are held leave the rest for work. */
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
      // A connection that is lost has no locks to give back.
      if (!session.lost.aborted) await session.ask(releaseSql, name).catch(() => false);
    }
  };

  return {
    async hold(name, work) {
      // PostgreSQL would give a connection the lock that it holds already once more.
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
      // One that is still being opened is ended when it is, and nobody waits for that.
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
    // A polite end would wait for an answer that may never come.
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
    const answer = client.query<{ yes: boolean }>(text, [name]);
    if (!(await settlesWithin(timeoutMs, answer))) lose();
    return (await answer).rows[0]?.yes ?? false;
  };
  const ask = (text: string, name: string): Promise<boolean> => {
    const answer = asked.then(() => query(text, name));
    asked = answer.catch(() => {
      isWhole = false;
    });
    return answer;
  };
  // Keeps the session from being ended as idle, and notices a connection that was lost without notice.
  const beating = setInterval(() => void ask(heartbeatSql, '').catch(lose), heartbeatMs).unref();
  return { lost: lost.signal, ask, end };
}

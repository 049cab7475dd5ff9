import { setTimeout as sleep } from 'node:timers/promises';
import { type Bus, emitInTransaction } from '../../kit/bus.ts';
import type { Connections } from '../../kit/db/database.ts';
import { createLocks, type Locks } from '../../kit/db/locks.ts';
import { refuse, unavailable } from '../../kit/errors.ts';

/**
 * Exclusive leases among all processes of a database, as advisory locks: they end with their process and do not depend on
 * clocks. A process can ask the holder to release a lease.
 */
export interface Leases {
  /**
   * Works with the lease; undefined if another process keeps it. The signal is aborted when another process asks for the
   * lease, or when its connection is lost.
   */
  alone<T>(
    name: string,
    work: (signal: AbortSignal) => Promise<T>,
    askForMs?: number,
  ): Promise<{ result: T } | undefined>;
  /** Required before the first lease. Without a bus, only holders in this process can be asked. */
  connect(connections: Connections, bus?: Bus): void;
  close(): Promise<void>;
}

const topic = 'lease.asked';
const lookMs = 100;
/** Repeated, because a message may be lost. */
const askMs = 1_000;

interface Connected {
  readonly locks: Locks;
  /** Asks the holder in any process to release the lease. */
  readonly ask: (name: string) => Promise<void>;
}

export function createLeases(): Leases {
  const asked = new Map<string, AbortController>();
  let connected: Connected | undefined;

  const hold = <T>(locks: Locks, name: string, work: (signal: AbortSignal) => Promise<T>) =>
    locks.hold(name, async (lost) => {
      const leave = new AbortController();
      asked.set(name, leave);
      try {
        return { result: await work(AbortSignal.any([lost, leave.signal])) };
      } finally {
        asked.delete(name);
      }
    });
  return {
    async alone(name, work, askForMs = 0) {
      const { locks, ask } = connected ?? refuse(unavailable);
      const until = performance.now() + askForMs;
      for (let askAt = 0; ; await sleep(lookMs)) {
        const done = await hold(locks, name, work);
        const now = performance.now();
        if (done || now >= until) return done;
        if (now < askAt) continue;
        askAt = now + askMs;
        await ask(name);
      }
    },
    connect(connections, bus) {
      const leave = (name: string): void => asked.get(name)?.abort();
      bus?.on(topic, (name) => typeof name === 'string' && leave(name));
      connected = {
        locks: createLocks(connections.pool),
        async ask(name) {
          leave(name);
          if (bus) await connections.transaction((tx) => emitInTransaction(tx, topic, name));
        },
      };
    },
    async close() {
      for (const one of asked.values()) one.abort();
      await connected?.locks.close();
      connected = undefined;
    },
  };
}

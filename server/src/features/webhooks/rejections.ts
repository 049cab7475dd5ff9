import { setTimeout as sleep } from 'node:timers/promises';
import type { Connections } from '../../kit/db/database.ts';
import type { FaultLog } from './source.ts';
import { addRejections } from './sql.ts';

/** Anyone can send messages that fail verification, so their counts are collected before they are written. */
const collectMs = 500;

type Counts = Map<string, { readonly source: string; readonly reason: string; count: number }>;

const collected = new WeakMap<Connections, Counts>();

/** Counts a message that failed verification. `source` is one of few names. A crash loses the last half second. */
export function countRejection(database: Connections, log: FaultLog, source: string, reason: string): void {
  const counts: Counts = collected.get(database) ?? new Map();
  const key = `${source} ${reason}`;
  const known = counts.get(key);
  if (known) known.count += 1;
  else counts.set(key, { source, reason, count: 1 });
  if (collected.has(database)) return;
  collected.set(database, counts);
  void flushLater(database, log);
}

async function flushLater(database: Connections, log: FaultLog): Promise<void> {
  await sleep(collectMs, undefined, { ref: false });
  const counts = [...(collected.get(database)?.values() ?? [])];
  collected.delete(database);
  await database
    .transaction((tx, now) => addRejections(tx, counts, now))
    .catch((error: unknown) => log.error({ err: error }, 'messages that failed verification could not be counted'));
}

import pg from 'pg';
import type { Sample } from './rounds.ts';

/** Calls the database over a number of connections, each as soon as its last call is answered. */

const connections = 16;
const seconds = 1.5;

export interface SqlLoad {
  /** `call` says how many it moved. */
  drive(call: (client: pg.Client) => Promise<number>): Promise<Sample>;
  close(): Promise<void>;
}

/** The connections stay open from round to round, as those of a pool do: a new one plans everything anew. */
export async function openSqlLoad(url: string): Promise<SqlLoad> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: url, options: '-c jit=off' });
      await client.connect();
      return client;
    }),
  );
  return {
    drive: (call) => drive(clients, call),
    async close() {
      await Promise.all(clients.map((client) => client.end()));
    },
  };
}

async function drive(clients: pg.Client[], call: (client: pg.Client) => Promise<number>): Promise<Sample> {
  const latencies: number[] = [];
  let moved = 0;
  const began = performance.now();
  const keepCalling = async (client: pg.Client): Promise<void> => {
    while (performance.now() - began < seconds * 1000) {
      const sentAt = performance.now();
      // Not `moved += await …`, which would add to what `moved` was before the others came back.
      const count = await call(client);
      moved += count;
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(clients.map(keepCalling));
  const elapsed = (performance.now() - began) / 1000;
  latencies.sort((a, b) => a - b);
  return { perSecond: moved / elapsed, p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0 };
}

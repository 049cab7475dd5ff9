import pg from 'pg';
import type { Sample } from './rounds.ts';

/** Calls the database over a number of connections, each as soon as its last call is answered. */

const connections = 16;
const seconds = 1.5;

/** `call` says how many it moved. */
export async function driveSql(url: string, call: (client: pg.Client) => Promise<number>): Promise<Sample> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: url, options: '-c jit=off' });
      await client.connect();
      return client;
    }),
  );
  const latencies: number[] = [];
  let moved = 0;
  const began = performance.now();
  const drive = async (client: pg.Client): Promise<void> => {
    while (performance.now() - began < seconds * 1000) {
      const sentAt = performance.now();
      moved += await call(client);
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(clients.map(drive));
  const elapsed = (performance.now() - began) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  latencies.sort((a, b) => a - b);
  return { perSecond: moved / elapsed, p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0 };
}

import { readFile } from 'node:fs/promises';
import { delimiter } from 'node:path';
import type pg from 'pg';
import { asItem } from '../../server/src/features/ledger/rules.ts';
import { newId } from '../../server/src/kit/id.ts';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import type { BenchService } from '../environment.ts';
import { compare, type Result, type Skipped } from '../rounds.ts';
import { userId } from '../seed.ts';
import { openSqlLoad } from '../sql-load.ts';

/** Movements of coins through ledger.post(), one or 64 in a call, beside others that move one in a call. */

const users = 10_000;
const batch = 64;
const anyone = (): number => 1 + Math.floor(Math.random() * users);

function someone(count: number): number[] {
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(anyone());
  return [...chosen];
}

const gifts = (count: number): string =>
  JSON.stringify(
    someone(count).map((n, index) => {
      const key = newId();
      const cause = { userId: userId(n), reason: 'promo_grant', refType: 'bench', refId: 'bench', key };
      return asItem({ ...cause, bonus: { amount: 1, counter: 'source_promo' } }, index, key);
    }),
  );

const ours = (count: number) => async (client: pg.Client) => {
  await client.query({ name: 'post', text: 'select outcome from ledger.post($1::jsonb)', values: [gifts(count)] });
  return count;
};

/** pgledger in a database of its own in the same cluster, with an account for each user and one that all give to. */
async function openPgledger(service: BenchService, files: string): Promise<FreshDatabase & { accounts: string[] }> {
  const fresh = await freshDatabase(service.server, 'bench_pgledger');
  for (const file of files.split(delimiter)) await fresh.run(await readFile(file, 'utf8'));
  const created = await fresh.run(
    `select (pgledger_create_account('account ' || n, 'COIN')).id from generate_series(0, ${users}) n`,
  );
  await fresh.run('analyze');
  return { ...fresh, accounts: created.map(({ id }) => String(id)) };
}

async function besidePgledger(service: BenchService, count: number, toOne: boolean): Promise<Result | Skipped> {
  const files = process.env.PGLEDGER_SQL;
  if (!files) return { skipped: 'PGLEDGER_SQL names no files of pgledger’s published SQL' };
  const fresh = await freshDatabase(service.server, 'bench_ledger', { users });
  const peer = await openPgledger(service, files);
  const theirs = async (client: pg.Client) => {
    const [from = 1, other = 2] = someone(2);
    const values = [peer.accounts[from], peer.accounts[toOne ? 0 : other], 1];
    await client.query({ name: 'transfer', text: 'select id from pgledger_create_transfer($1, $2, $3)', values });
    return 1;
  };
  const load = await openSqlLoad(fresh.appUrl);
  const peerLoad = await openSqlLoad(peer.ownerUrl);
  try {
    return await compare(
      () => load.drive(ours(count)),
      () => peerLoad.drive(theirs),
    );
  } finally {
    await load.close();
    await peerLoad.close();
    await fresh.drop();
    await peer.drop();
  }
}

export const pgledgerOne = (service: BenchService) => besidePgledger(service, 1, false);
export const pgledgerOneSink = (service: BenchService) => besidePgledger(service, 1, true);
export const pgledgerBatch = (service: BenchService) => besidePgledger(service, batch, false);
export const pgledgerBatchSink = (service: BenchService) => besidePgledger(service, batch, true);

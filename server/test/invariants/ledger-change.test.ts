import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { asItem } from '../../src/features/ledger/rules.ts';
import { migrate } from '../../src/kit/db/migrate.ts';
import { newId } from '../../src/kit/id.ts';
import { runningServer } from '../harness/running-server.ts';
import { migrations } from '../harness/template.ts';

const server = runningServer();
const name = `world_${process.pid}_change`;
const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
afterAll(async () => {
  await server.dropDatabase(name);
  await rm(folder, { recursive: true });
});

it('What events changed is known of those, too, that are older than the columns that say it', async () => {
  await server.createDatabase(name);
  const url = server.url('owner', name);
  for (const file of await readdir(migrations)) {
    if (file < '0010') await copyFile(join(migrations, file), join(folder, file));
  }
  await migrate(url, folder);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const userId = newId();
  await client.query(`insert into users (id, is_guest, auth_provider) values ($1, true, 'guest')`, [userId]);
  const post = async (moved: object) => {
    const cause = { userId, reason: 'test', refType: 'test', refId: 'test', key: newId() };
    const items = JSON.stringify([asItem({ ...cause, ...moved }, 0, newId())]);
    await client.query('select * from ledger.post($1)', [items]);
  };
  await post({ paid: { amount: 60, counter: 'source_iap_test' } });
  await post({ bonus: { amount: 40, counter: 'source_promo' } });
  await post({ spend: 55, counter: 'sink_unlock' });
  await migrate(url, migrations);
  await post({ spend: 5, counter: 'sink_unlock' });
  const { rows } = await client.query('select paid_change, bonus_change from ledger.events order by no');
  await client.end();
  expect(rows).toEqual([
    { paid_change: '60', bonus_change: '0' },
    { paid_change: '0', bonus_change: '40' },
    { paid_change: '-15', bonus_change: '-40' },
    { paid_change: '-5', bonus_change: '0' },
  ]);
});

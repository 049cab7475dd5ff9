import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openComments } from './comments.fixture.ts';
import { keepMs } from './rules.ts';

const { world, viewer, write } = await openComments();
const { db } = world.database;

const changes = async () => (await sql<{ id: string }>`select id from comment_changes order by id`.execute(db)).rows;

it('Changes are forgotten long after the last preview that was read before them, but for the newest', async () => {
  const budi = await viewer('Budi');
  for (let n = 0; n < 3; n++) await write(budi);
  await world.runner.runNow('housekeeping');
  const known = await changes();
  expect(known).toHaveLength(3);
  await world.clock.shift(`${(21 * keepMs) / 1000} seconds`);
  await world.runner.runNow('housekeeping');
  expect(await changes()).toEqual(known.slice(-1));
});

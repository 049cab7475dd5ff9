import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { openWorld } from '../../../test/harness/world.ts';
import { type Chunk, inChunks } from './chunks.ts';

const world = await openWorld();
const { database } = world;

beforeEach(async () => {
  await sql`delete from sign_in_failures`.execute(database.db);
  await sql`insert into sign_in_failures (id, throttle_key, created_at)
    select gen_random_uuid(), '\\x00', clock() from generate_series(1, 25)`.execute(database.db);
});

const left = async () => (await sql`select from sign_in_failures`.execute(database.db)).rows.length;
const remove: Chunk = async (tx, _now, size) =>
  (
    await sql`delete from sign_in_failures where id in (select id from sign_in_failures limit ${size})
      returning id`.execute(tx)
  ).rows.length;
const reported: number[] = [];
const progress = ({ done }: { done: number }) => void reported.push(done);
const running = () => ({ database, signal: new AbortController().signal, progress });

it('All that is due is done, no more of it at once than a chunk may hold', async () => {
  const found: number[] = [];
  const watched: Chunk = async (...chunk) => {
    const removed = await remove(...chunk);
    found.push(removed);
    return removed;
  };
  expect(await inChunks(running(), watched, 10)).toBe(25);
  expect(found).toEqual([10, 10, 5]);
  expect(reported, 'how far it is').toEqual([10, 20, 25]);
  expect(await left()).toBe(0);
});

it('What a chunk did stays done when a later one fails', async () => {
  let chunks = 0;
  const failing: Chunk = async (...chunk) => {
    const removed = await remove(...chunk);
    if (++chunks === 2) throw new Error('out of paper');
    return removed;
  };
  await expect(inChunks(running(), failing, 10)).rejects.toThrow('out of paper');
  expect(await left()).toBe(15);
});

it('A step that is asked to stop ends after the chunk it is at', async () => {
  const stopping = new AbortController();
  const stopped: Chunk = async (...chunk) => {
    stopping.abort();
    return remove(...chunk);
  };
  expect(await inChunks({ database, signal: stopping.signal, progress }, stopped, 10)).toBe(10);
  expect(await left()).toBe(15);
});

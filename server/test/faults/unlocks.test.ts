import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { makeEpisode } from '../harness/catalog.ts';
import { startServiceForTest } from '../harness/processes.ts';
import { seededRandom } from '../harness/random.ts';
import { giveCoins, ledgerViolations, makeViewer, type Viewer } from '../harness/viewer.ts';
import { openWorld } from '../harness/world.ts';

// A start takes a second, and much longer on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

/** A process that is killed while it unlocks leaves whole unlocks or none, and what is sent again is done once. */

const world = await openWorld();
const random = seededRandom(20_261_116);

/** Those that paid for an unlock which is not there, and those that are there without a payment. */
async function halfDone(): Promise<object[]> {
  const { rows } = await sql<object>`
    select u.id as unlock, e.id as event from unlocks u
      full join (select * from ledger.events where reason = 'unlock') e on e.id = u.event_id and e.user_id = u.user_id
      where u.id is null or e.id is null or u.coins <> -(e.paid_change + e.bonus_change) or e.ref_id <> u.episode_id::text`.execute(
    world.database.db,
  );
  return rows;
}

it('a process that is killed amid unlocks leaves whole ones, and each is made once in the end', async () => {
  const episodes = await Promise.all(Array.from({ length: 3 }, () => makeEpisode(world, 'published')));
  const viewers: Viewer[] = [];
  while (viewers.length < 40) {
    const viewer = await makeViewer(world);
    await giveCoins(world, viewer.id, { paid: 20, bonus: 15 });
    viewers.push(viewer);
  }
  const { base, child } = await startServiceForTest(world);
  const send = (from: string, { token }: Viewer, episodeId: string) =>
    fetch(`${from}/v1/episodes/${episodeId}/unlock`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': episodeId },
      body: '{"expectedCoins":10}',
    });
  const wanted = random.shuffled(viewers.flatMap((viewer) => episodes.map((episodeId) => ({ viewer, episodeId }))));
  let answered = 0;
  const sent = wanted.map(async ({ viewer, episodeId }) => {
    const answer = await send(base, viewer, episodeId).catch(() => undefined);
    if (answer?.ok) answered++;
    // Amid those that wait and those that are being committed.
    if (answered === 20) child.kill('SIGKILL');
  });
  await Promise.all(sent);
  expect(answered).toBeLessThan(wanted.length);
  await expect
    .poll(
      async () =>
        (
          await sql`select from pg_stat_activity where datname = current_database()
      and application_name = 'cliffhanger' and xact_start is not null and pid <> pg_backend_pid()`.execute(
            world.database.db,
          )
        ).rows.length,
    )
    .toBe(0);
  expect(await halfDone()).toEqual([]);
  for (const { viewer, episodeId } of wanted) {
    const { status } = await viewer.post(`/v1/episodes/${episodeId}/unlock`, { expectedCoins: 10 });
    expect(status).toBe(200);
  }
  for (const viewer of viewers) expect((await viewer.get('/v1/wallet')).body.balanceTotal).toBe(5);
  expect(await halfDone()).toEqual([]);
  expect(await ledgerViolations(world)).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { auditActionsOf, type Item, makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { type State, states } from '../catalog/rules.ts';

/** What happens to the episodes of a series when the series moves. */

const world = await openWorld();
const publisher = await makeAdminActor(world, 'content_manager');

/** A series with one episode in each state; the scheduled one has a schedule. */
async function makeWhole(status: State) {
  const id = await makeSeries(world, status);
  const episodes = new Map<State, string>();
  for (const [n, state] of states.entries()) {
    const made = await makeEpisode(world, state === 'scheduled' ? 'in_review' : state, id, n + 1);
    episodes.set(state, made);
    if (state !== 'scheduled') continue;
    const body = { refType: 'episode', refId: made, action: 'publish', runAt: '2030-01-01T00:00:00Z' };
    expect((await publisher.post('/admin/schedules', body)).status).toBe(201);
  }
  return { id, of: (state: State) => episodes.get(state) ?? '' };
}

const move = (id: string, action: string, query = '') =>
  publisher.post<Item & { effects: { changes: object[] }; body: Item }>(`/admin/series/${id}/workflow${query}`, {
    action,
    note: 'As agreed',
  });

async function statesOf(id: string): Promise<string[]> {
  const { body } = await publisher.get<{ items: Item[] }>(`/admin/series/${id}/episodes`);
  return body.items.map(({ status }) => status);
}

const scheduleOf = async (refId: string) =>
  (await publisher.get<{ items: { status: string }[] }>(`/admin/schedules?refId=${refId}`)).body.items[0]?.status;

describe('the episodes of a series', () => {
  // In the order of the states: draft, in review, scheduled, published, archived.
  it.each([
    ['draft', 'submit', ['draft', 'in_review', 'scheduled', 'published', 'archived'], []],
    ['in_review', 'publish', ['draft', 'in_review', 'scheduled', 'published', 'archived'], []],
    [
      'scheduled',
      'unpublish',
      ['draft', 'in_review', 'scheduled', 'published', 'archived'],
      [{ code: 'episodes_stay_scheduled', count: 1 }],
    ],
    [
      'in_review',
      'send_back',
      ['draft', 'draft', 'draft', 'draft', 'archived'],
      [
        { code: 'episodes_sent_back', count: 3 },
        { code: 'releases_cancelled', count: 1 },
      ],
    ],
    [
      'published',
      'archive',
      ['draft', 'in_review', 'in_review', 'archived', 'archived'],
      [
        { code: 'episodes_archived', count: 1 },
        { code: 'releases_cancelled', count: 1 },
      ],
    ],
    [
      'archived',
      'restore',
      ['draft', 'draft', 'draft', 'draft', 'draft'],
      [
        { code: 'episodes_restored', count: 4 },
        { code: 'releases_cancelled', count: 1 },
      ],
    ],
  ] as const)('of a series that is %s and does %s are then %j', async (status, action, after, warned) => {
    const { id } = await makeWhole(status);
    const before = await statesOf(id);
    const dry = (await move(id, action, '?dryRun=true')).body;
    expect(await statesOf(id)).toEqual(before);
    const moved = before.filter((state, n) => state !== after[n]).length;
    const episodesIn = (changes: readonly object[]) =>
      new Set(
        changes.flatMap((change) =>
          'type' in change && change.type === 'episode' && 'id' in change ? [change.id] : [],
        ),
      );
    expect(episodesIn(dry.effects.changes).size).toBe(moved);
    const isOfEpisodes = ({ code }: { code: string }) => /^episodes_|^releases_/.test(code);
    expect(dry.body.warnings.filter(isOfEpisodes)).toEqual(warned);
    const { status: answered, body } = await move(id, action);
    expect(answered).toBe(200);
    expect(body.warnings.filter(isOfEpisodes)).toEqual(warned);
    expect(await statesOf(id)).toEqual(after);
  });

  it('are drafts after archive and restore, and none is published by a schedule', async () => {
    const { id, of } = await makeWhole('published');
    await move(id, 'archive');
    await move(id, 'restore');
    expect(new Set(await statesOf(id))).toEqual(new Set(['draft']));
    expect(await scheduleOf(of('scheduled'))).toBe('cancelled');
  });

  it('have an audit entry for each move, with the note and the cancelled schedule', async () => {
    const { id, of } = await makeWhole('archived');
    await move(id, 'restore');
    expect(await auditActionsOf(world, of('draft'))).toEqual([]);
    expect(await auditActionsOf(world, of('archived'))).toEqual(['episode.restore']);
    expect(await auditActionsOf(world, of('published'))).toEqual(['episode.archive', 'episode.restore']);
    const { rows } = await world.database.pool.query(
      `select action, reason, before, after from audit_entries
       where target_id = $1 and action <> 'episode.schedule' order by id`,
      [of('scheduled')],
    );
    expect(rows).toEqual([
      {
        action: 'episode.unpublish',
        reason: 'As agreed',
        before: { status: 'scheduled', scheduleId: expect.any(String), runAt: '2030-01-01T00:00:00.000Z' },
        after: { status: 'in_review' },
      },
      { action: 'episode.send_back', reason: 'As agreed', before: { status: 'in_review' }, after: { status: 'draft' } },
    ]);
  });
});

describe('the reason why a series was sent back', () => {
  interface SentBack {
    sentBack: { note: string | null; by: string; at: string } | null;
  }
  it('is shown to its authors until it is submitted again', async () => {
    const author = await makeAdminActor(world, 'analyst');
    const id = await makeSeries(world, 'in_review');
    const read = async () => (await author.get<SentBack>(`/admin/series/${id}/sent-back`)).body.sentBack;
    expect(await read()).toBeNull();
    await publisher.post(`/admin/series/${id}/workflow`, { action: 'send_back', note: ' Episode 2 has no ending. ' });
    expect(await read()).toEqual({
      note: 'Episode 2 has no ending.',
      by: 'content_manager',
      at: expect.stringMatching(/Z$/),
    });
    await publisher.post(`/admin/series/${id}/workflow`, { action: 'submit' });
    expect(await read()).toBeNull();
  });

  it('is not shown for a draft that was restored since', async () => {
    const id = await makeSeries(world, 'in_review');
    for (const action of ['send_back', 'submit', 'publish', 'archive', 'restore']) {
      expect((await publisher.post(`/admin/series/${id}/workflow`, { action })).status).toBe(200);
    }
    expect((await publisher.get<SentBack>(`/admin/series/${id}/sent-back`)).body.sentBack).toBeNull();
  });
});

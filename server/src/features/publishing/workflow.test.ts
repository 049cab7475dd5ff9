import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { auditActionsOf, type Item, makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { releaseTogether } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { type State, states } from '../catalog/rules.ts';
import { type ItemType, itemTypes } from './rules.ts';

const world = await openWorld();
const publisher = await makeAdminActor(world, 'content_manager');

const make = (type: ItemType, state: State): Promise<string> =>
  type === 'series' ? makeSeries(world, state) : makeEpisode(world, state);
const path = { series: '/admin/series', episode: '/admin/episodes' };
const act = (type: ItemType, id: string, body: object) => publisher.post<Item>(`${path[type]}/${id}/workflow`, body);

/** The table of the specification, written out by hand. */
const legal: Record<string, State> = {
  'draft submit': 'in_review',
  'in_review send_back': 'draft',
  'in_review publish': 'published',
  'scheduled unpublish': 'in_review',
  'published archive': 'archived',
  'archived restore': 'draft',
};
const allowedIn: Record<State, string[]> = {
  draft: ['submit'],
  in_review: ['send_back', 'publish'],
  scheduled: ['unpublish'],
  published: ['archive'],
  archived: ['restore'],
};
const actions = ['submit', 'send_back', 'publish', 'unpublish', 'archive', 'restore'];
const pairs = itemTypes.flatMap((type) =>
  states.flatMap((state) => actions.map((action) => ({ type, state, action, to: legal[`${state} ${action}`] }))),
);
const isLegal = ({ to }: { to: State | undefined }) => to !== undefined;

describe('the workflow', () => {
  it.each(itemTypes)('does not move a %s that changed since it was read', async (type) => {
    const id = await make(type, 'draft');
    const submit = (tag: string) =>
      publisher.post(`${path[type]}/${id}/workflow`, { action: 'submit' }, { headers: { 'if-match': tag } });
    expect((await submit('"7"')).body).toEqual({ statusCode: 412, error: 'stale_write' });
    expect((await submit('"1"')).status).toBe(200);
  });
  it.each(pairs.filter(isLegal))('moves a $type from $state by $action to $to', async ({ type, state, action, to }) => {
    const id = await make(type, state);
    const { status, body } = await act(type, id, { action, note: 'as agreed' });
    expect([status, body.id, body.status, body.revision]).toEqual([200, id, to, 2]);
    expect(body.warnings).toEqual(expect.any(Array));
    const { rows } = await world.database.pool.query(
      'select action, reason, before, after from audit_entries where target_id = $1',
      [id],
    );
    const entry = {
      action: `${type}.${action}`,
      reason: 'as agreed',
      before: { status: state },
      after: { status: to },
    };
    expect(rows).toEqual([entry]);
  });
  it.each(pairs.filter((pair) => !isLegal(pair)))(
    'keeps a $type in $state when $action is tried, and says what is allowed',
    async ({ type, state, action }) => {
      const id = await make(type, state);
      const refusal = { error: 'invalid_transition', currentState: state, allowed: allowedIn[state] };
      expect((await act(type, id, { action })).body).toEqual({ statusCode: 400, ...refusal });
      expect((await publisher.get<Item>(`${path[type]}/${id}`)).body.status).toBe(state);
      expect(await auditActionsOf(world, id)).toEqual([]);
    },
  );
  it.each(['schedule', 'delete', 'PUBLISH', 'toString', '', '__proto__'])(
    'does not know the action %j',
    async (action) => {
      const id = await make('series', 'in_review');
      expect((await act('series', id, { action })).body).toMatchObject({
        error: 'invalid_transition',
        currentState: 'in_review',
        allowed: ['send_back', 'publish'],
      });
    },
  );
  it.each([{}, { action: 1 }, { action: null }, { action: 'submit', colour: 'red' }])(
    'does not take %j',
    async (body) => {
      expect((await act('series', await make('series', 'draft'), body)).body.error).toBe('validation_failed');
    },
  );
  it('requires publishing:write and an existing item', async () => {
    const id = await make('series', 'draft');
    const analyst = await makeAdminActor(world, 'analyst');
    expect((await analyst.post(`/admin/series/${id}/workflow`, { action: 'submit' })).status).toBe(403);
    expect((await act('series', await make('episode', 'draft'), { action: 'submit' })).status).toBe(404);
  });
  it('shows when an item was published, until it is a draft again', async () => {
    const id = await make('episode', 'in_review');
    const published = (await act('episode', id, { action: 'publish' })).body;
    expect(published.publishedAt).toEqual(expect.stringMatching(/Z$/));
    const archived = (await act('episode', id, { action: 'archive' })).body;
    expect(archived.publishedAt).toBe(published.publishedAt);
    expect((await act('episode', id, { action: 'restore' })).body.publishedAt).toBeNull();
  });
  it('moves an item for one of two admins, and reports the state to the other', async () => {
    const id = await make('series', 'in_review');
    const answers = await releaseTogether(world, { table: 'series', most: 2 }, () =>
      Promise.all([act('series', id, { action: 'publish' }), act('series', id, { action: 'send_back' })]),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
    const moved = answers.find(({ status }) => status === 200)?.body.status;
    const refused = answers.find(({ status }) => status === 400)?.body;
    expect(refused).toMatchObject({ error: 'invalid_transition', currentState: moved });
    expect(await auditActionsOf(world, id)).toHaveLength(1);
  });
});

describe('warnings', () => {
  it('report missing captions and media, do not prevent the move, and are audited', async () => {
    const seriesId = await makeSeries(world, 'in_review', { targetLanguages: ['en', 'ar'] });
    const id = await makeEpisode(world, 'in_review', seriesId);
    await makeEpisode(world, 'draft', seriesId, 2);
    const ofEpisode = await act('episode', id, { action: 'publish' });
    expect(ofEpisode.body.warnings).toEqual([
      { code: 'missing_captions', languages: ['en', 'ar'] },
      { code: 'missing_media', count: 1 },
    ]);
    const ofSeries = await act('series', seriesId, { action: 'publish' });
    expect(ofSeries.body).toMatchObject({ status: 'published', publishedEpisodeCount: 1 });
    expect(ofSeries.body.warnings).toContainEqual({ code: 'missing_media', count: 2 });
    const { rows } = await world.database.pool.query(
      `select flags from audit_log where action like '%.publish' and target_id in ($1, $2)`,
      [id, seriesId],
    );
    expect(rows).toEqual(Array(2).fill({ flags: { missing_captions: ['en', 'ar'] } }));
  });
  it('ignore archived episodes', async () => {
    const seriesId = await makeSeries(world, 'draft', { targetLanguages: ['en', 'ar'] });
    await makeEpisode(world, 'archived', seriesId);
    expect((await act('series', seriesId, { action: 'submit' })).body.warnings).toEqual([]);
    expect((await act('series', seriesId, { action: 'publish' })).body.warnings).toEqual([]);
    const { rows } = await world.database.pool.query('select flags from audit_log where target_id = $1', [seriesId]);
    expect(rows).toEqual([{ flags: {} }, { flags: {} }]);
  });
  it('are empty for a series without episodes, which can be published', async () => {
    const id = await makeSeries(world, 'in_review', { targetLanguages: ['en', 'ar'] });
    expect((await act('series', id, { action: 'publish' })).body).toMatchObject({ status: 'published', warnings: [] });
  });
  it('do not prevent publishing a series without published episodes', async () => {
    const id = await makeSeries(world, 'in_review');
    for (const [n, state] of (['draft', 'in_review', 'archived'] as const).entries())
      await makeEpisode(world, state, id, n + 1);
    const { status, body } = await act('series', id, { action: 'publish' });
    expect([status, body]).toMatchObject([200, { status: 'published', episodeCount: 3, publishedEpisodeCount: 0 }]);
  });
  it('are part of a dry run', async () => {
    const id = await makeEpisode(world, 'in_review');
    const { body } = await publisher.post(`/admin/episodes/${id}/workflow?dryRun=true`, { action: 'publish' });
    expect(body).toMatchObject({
      dryRun: true,
      body: { status: 'published', warnings: [{ code: 'missing_media', count: 1 }] },
      effects: { changes: [{ type: 'episode', id, after: { status: 'published' } }] },
    });
    expect((await publisher.get<Item>(`/admin/episodes/${id}`)).body.status).toBe('in_review');
  });
});

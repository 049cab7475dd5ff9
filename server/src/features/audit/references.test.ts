import { describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const root = await makeAdminActor(world, 'superadmin', { name: 'Sofia' });
const support = await makeAdminActor(world, 'support');
await makeRole(world, 'granter', ['wallet:adjust']);
const granter = await makeAdminActor(world, 'granter');

interface Shown {
  references: { type: string; id: string; label: string | null }[];
}
interface DryRun {
  effects: Shown & { changes: { action: string; id: string }[] };
}

const [user, guest, poster] = [newId(), newId(), newId()];
const series = await makeSeries(world, 'draft', { title: 'Harbour', titleI18n: { ar: 'الميناء' } });
const episode = await makeEpisode(world, 'draft', series);
await world.database.pool.query(
  `insert into users (id, is_guest, auth_provider, display_name, country_code)
   values ($1, false, 'password', 'Layla K', 'EG'), ($2, true, 'guest', null, 'ID')`,
  [user, guest],
);
await world.database.pool.query(
  `insert into media_assets (id, kind, provider, status, size_bytes, source_file_name, series_id)
   values ($1, 'poster', 'storage', 'ready', 1, 'night.jpg', $2)`,
  [poster, series],
);

const grant = { amount: 10, direction: 'grant', reason: 'apology_late' };
const grantTo = (id: string) => `/admin/users/${id}/wallet/adjust?dryRun=true`;

describe('The references of a dry run', () => {
  it('name the object that changes and the file that it gets', async () => {
    const { body } = await root.put<DryRun>(`/admin/series/${series}?dryRun=true`, { posterAssetId: poster });
    expect(body.effects.changes).toMatchObject([{ action: 'series.update', id: series }]);
    expect(body.effects.references).toMatchObject([
      { type: 'series', id: series, label: 'Harbour', labelI18n: { ar: 'الميناء' } },
      { type: 'media_asset', id: poster, label: 'night.jpg', part: { seriesTitle: 'Harbour', assetKind: 'poster' } },
    ]);
  });

  it('tell to which series an episode belongs', async () => {
    const { body } = await root.put<DryRun>(`/admin/episodes/${episode}?dryRun=true`, { title: 'The Key' });
    expect(body.effects.references).toMatchObject([
      { type: 'episode', id: episode, label: 'The Key', part: { seriesTitle: 'Harbour', episodeNumber: 1 } },
    ]);
  });

  it('name what the request would create, and what a price is for', async () => {
    const created = await root.post<DryRun>('/admin/series?dryRun=true', { title: 'New tide' });
    expect(created.body.effects.references).toMatchObject([{ type: 'series', label: 'New tide' }]);
    const price = { scope: 'series', scopeRef: series, coins: 4 };
    const priced = await root.post<DryRun>('/admin/pricing/overrides?dryRun=true', price);
    expect(priced.body.effects.references).toContainEqual(
      expect.objectContaining({ type: 'series', id: series, label: 'Harbour' }),
    );
  });

  it('describe a guest, who has no name', async () => {
    const { body } = await support.post<DryRun>(grantTo(guest), grant);
    const described = { isGuest: true, isAnonymized: false, countryCode: 'ID' };
    expect(body.effects.references).toMatchObject([{ type: 'user', id: guest, label: null, user: described }]);
  });

  it('leave out what the caller may not see', async () => {
    const seen = await support.post<DryRun>(grantTo(user), grant);
    expect(seen.body.effects.references).toMatchObject([{ type: 'user', label: 'Layla K' }]);
    const unseen = await granter.post<DryRun>(grantTo(user), grant);
    expect(unseen.status).toBe(200);
    expect(unseen.body.effects.references).toEqual([]);
  });
});

describe('The references of a request for approval', () => {
  it('are read anew, in the list and for one, also for effects that were stored earlier', async () => {
    const { body: pending } = await support.post<{ approvalId: string }>(`/admin/users/${user}/wallet/adjust`, {
      ...grant,
      amount: 5000,
    });
    await world.database.pool.query(`update users set display_name = 'Layla Kamal' where id = $1`, [user]);
    const { body } = await root.get<{ effects: Shown; effectsNow: Shown; drift: boolean }>(
      `/admin/approvals/${pending.approvalId}`,
    );
    const references = [{ type: 'user', id: user, label: 'Layla Kamal' }];
    expect(body).toMatchObject({ effects: { references }, effectsNow: { references }, drift: false });
    const { body: listed } = await root.get<{ items: { effects: Shown }[] }>('/admin/approvals');
    expect(listed.items).toMatchObject([{ effects: { references } }]);
  });

  it('from before changes had an action have not drifted', async () => {
    await world.database.pool.query(
      `update approvals set effects = jsonb_set(effects - 'references', '{changes}',
         (select jsonb_agg(change - 'action') from jsonb_array_elements(effects -> 'changes') change))`,
    );
    const { body } = await root.get<{ items: { id: string }[] }>('/admin/approvals');
    const { body: one } = await root.get<{ drift: boolean }>(`/admin/approvals/${body.items[0]?.id}`);
    expect(one.drift).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const root = await makeAdminActor(world, 'superadmin', { name: 'Sofia' });
/** Holds audit:read and users:read, and not catalog:read. */
const finance = await makeAdminActor(world, 'finance', { name: 'Rania' });
await makeRole(world, 'log_reader', ['audit:read', 'catalog:read']);
const reader = await makeAdminActor(world, 'log_reader');

interface Entry {
  id: string;
  admin_name: string | null;
  target_label: string | null;
  target_picture_id: string | null;
}

const [user, approval, asset, caption] = [newId(), newId(), newId(), newId()];
const [guest, approvalOfGuest] = [newId(), newId()];
const [replaced, video, hero] = [newId(), newId(), newId()];
const series = await makeSeries(world, 'draft', { title: 'Harbour', titleI18n: { ar: 'الميناء' } });
const episode = await makeEpisode(world, 'draft', series);
const { pool } = world.database;
await pool.query(`update episodes set title_i18n = '{"id": "Bagian 1"}' where id = $1`, [episode]);
await pool.query(
  `insert into users (id, is_guest, auth_provider, display_name) values ($1, false, 'password', 'Layla K')`,
  [user],
);
await pool.query(`insert into users (id, is_guest, auth_provider, country_code) values ($1, true, 'guest', 'ID')`, [
  guest,
]);
const knownBy = { id: guest, is_guest: true, is_anonymized: false, country_code: 'ID' };
await pool.query(
  `insert into media_assets (id, kind, provider, status, size_bytes, source_file_name)
   values ($1, 'poster', 'storage', 'ready', 1, 'night.jpg')`,
  [asset],
);
await pool.query(
  `insert into media_assets (id, kind, provider, status, size_bytes, source_file_name, episode_id, lang)
   values ($1, 'caption', 'storage', 'ready', 1, 'ep1.srt', $2, 'en')`,
  [caption, episode],
);
await pool.query(
  `insert into media_assets (id, kind, provider, status, size_bytes, source_file_name, series_id, episode_id, lang, deleted_at)
   values ($1, 'caption', 'storage', 'ready', 1, 'old.srt', null, $4, 'ar', clock()),
     ($2, 'video', 'video_provider', 'uploading', 1, 'ep1.mp4', null, $4, null, null),
     ($3, 'hero', 'storage', 'ready', 1, 'hero.jpg', $5, null, null, null)`,
  [replaced, video, hero, episode, series],
);
const inEpisode = { series_title: 'Harbour', series_title_i18n: { ar: 'الميناء' }, episode_number: 1 };
await pool.query('update series set poster_asset_id = $2 where id = $1', [series, asset]);
await pool.query(
  `insert into approvals (id, kind, status, reason, target_type, target_id, payload, effects, required_permission,
     requested_by, created_at, expires_at)
   select id, 'user_anonymize', 'pending', 'two_person_rule', 'user', about, '{}', '{}', 'users:anonymize', $5, clock(),
     clock() + interval '7 days' from (values ($1::uuid, $2), ($3::uuid, $4)) given (id, about)`,
  [approval, user, approvalOfGuest, guest, root.id],
);

const [ofMarket, ofEpisode] = [newId(), newId()];
await pool.query(
  `insert into price_overrides (id, scope, market, episode_id, coins, active_from, deleted_at)
   values ($1, 'market', 'EG', null, 5, clock(), null), ($2, 'episode', null, $3, 5, clock(), clock())`,
  [ofMarket, ofEpisode, episode],
);

const [ofSeries, ofPart] = [newId(), newId()];
await pool.query(
  `insert into publish_schedules (id, ref_type, ref_id, action, run_at, status, created_by)
   values ($1, 'series', $3, 'publish', clock(), 'cancelled', $5), ($2, 'episode', $4, 'publish', clock(), 'pending', $5)`,
  [ofSeries, ofPart, series, episode, root.id],
);

async function entryAbout(type: string, id: string): Promise<string> {
  const entry = newId();
  await pool.query(
    `insert into audit_log (id, action, admin_id, admin_email, target_type, target_id)
     values ($1, 'thing.change', $2, 'sofia@example.com', $3, $4)`,
    [entry, root.id, type, id],
  );
  return entry;
}

async function seenBy(reader: typeof root, id: string): Promise<Entry | undefined> {
  const { items } = (await reader.get<{ items: Entry[] }>('/admin/audit-log?action=thing.change&limit=200')).body;
  const listed = items.find((one) => one.id === id);
  expect((await reader.get<Entry>(`/admin/audit-log/${id}`)).body).toMatchObject(listed ?? {});
  return listed;
}

describe('an entry of the audit log', () => {
  it.each([
    [
      'a user by the display name',
      'user',
      user,
      { target_label: 'Layla K', target_label_i18n: {}, target_context: null, target_user: null },
    ],
    [
      ...(['a series with its poster', 'series', series] as const),
      { target_label: 'Harbour', target_label_i18n: { ar: 'الميناء' }, target_picture_id: asset },
    ],
    [
      ...(['an episode with its series', 'episode', episode] as const),
      {
        target_label: 'Episode 1',
        target_label_i18n: { id: 'Bagian 1' },
        target_context: { ...inEpisode, asset_kind: null, lang: null },
      },
    ],
    [
      ...(['captions with their language and episode', 'media_asset', caption] as const),
      { target_label: 'ep1.srt', target_context: { ...inEpisode, asset_kind: 'caption', lang: 'en' } },
    ],
    [
      ...(['captions that were replaced', 'media_asset', replaced] as const),
      { target_label: 'old.srt', target_context: { ...inEpisode, asset_kind: 'caption', lang: 'ar' } },
    ],
    [
      ...(['a video that is being uploaded', 'media_asset', video] as const),
      { target_context: { ...inEpisode, asset_kind: 'video', lang: null } },
    ],
    [
      ...(['an image with its series', 'media_asset', hero] as const),
      { target_context: { series_title: 'Harbour', episode_number: null, asset_kind: 'hero', lang: null } },
    ],
    ['a file', 'media_asset', asset, { target_label: 'night.jpg' }],
    ['an admin', 'admin', finance.id, { target_label: 'Rania' }],
    ['an approval like what it is about', 'approval', approval, { target_label: 'Layla K' }],
    ['a guest by where they are', 'user', guest, { target_label: null, target_user: knownBy }],
    [
      ...(['an approval about a guest like the guest', 'approval', approvalOfGuest] as const),
      { target_label: null, target_about: { type: 'user', id: guest }, target_user: knownBy },
    ],
    ['a price by its market', 'pricing_override', ofMarket, { target_label: 'EG', target_context: null }],
    [
      ...(['a price that was removed by its episode', 'pricing_override', ofEpisode] as const),
      { target_label: 'Episode 1', target_context: { ...inEpisode, asset_kind: null, lang: null } },
    ],
    [
      ...(['a schedule that is over by its series', 'schedule', ofSeries] as const),
      { target_label: 'Harbour', target_picture_id: asset, target_about: { type: 'series', id: series } },
    ],
    [
      ...(['a schedule by its episode', 'schedule', ofPart] as const),
      {
        target_label: 'Episode 1',
        target_context: { ...inEpisode, asset_kind: null, lang: null },
        target_about: { type: 'episode', id: episode },
      },
    ],
    ['nothing that is not there', 'user', newId(), { target_label: null }],
    ['a flag by its key', 'flag', 'public_new_player', { target_label: 'public_new_player' }],
    ['nothing that has no id', 'job', 'housekeeping', { target_label: null }],
  ])('names %s, and who did it', async (_case, type, id, expected) => {
    expect(await seenBy(root, await entryAbout(type, id))).toMatchObject({ ...expected, admin_name: 'Sofia' });
  });
  it('names a schedule for readers of the log and the catalog', async () => {
    const about = { type: 'episode', id: episode };
    expect(await seenBy(reader, await entryAbout('schedule', ofPart))).toMatchObject({
      target_label: 'Episode 1',
      target_about: about,
    });
  });
  it('names only what the reader may see', async () => {
    expect(await seenBy(finance, await entryAbout('series', series))).toMatchObject({ target_label: null });
    expect(await seenBy(finance, await entryAbout('episode', episode))).toMatchObject({ target_label: null });
    const planned = await entryAbout('schedule', ofPart);
    expect(await seenBy(finance, planned)).toMatchObject({ target_label: null, target_about: null });
    expect(await seenBy(finance, await entryAbout('user', user))).toMatchObject({ target_label: 'Layla K' });
    expect(await seenBy(reader, await entryAbout('user', guest))).toMatchObject({ target_user: null });
  });
  it('names a price for readers of prices without the catalog', async () => {
    const entry = await seenBy(finance, await entryAbout('pricing_override', ofEpisode));
    expect(entry).toMatchObject({ target_label: 'Episode 1', target_context: inEpisode });
  });
  it('names a promo by code and a segment by name, also deleted ones', async () => {
    const window = { start: '2026-01-01T00:00:00Z', end: '2099-01-01T00:00:00Z' };
    const promo = { code: 'spring', type: 'coin_grant', config: { amount: 5 }, budgetCoins: 50, window };
    for (const [url, given, type, label] of [
      ['/admin/promos', promo, 'promo', 'SPRING'],
      ['/admin/segments', { name: 'Guests', rule: { guest: true } }, 'segment', 'Guests'],
    ] as const) {
      const { id } = (await finance.post<Entry>(url, given)).body;
      const entry = await entryAbout(type, id);
      expect(await seenBy(finance, entry)).toMatchObject({ target_label: label });
      expect((await finance.delete(`${url}/${id}`)).status).toBe(204);
      expect(await seenBy(finance, entry)).toMatchObject({ target_label: label });
      expect(await seenBy(reader, entry)).toMatchObject({ target_label: null });
    }
  });
  it('names a coin package by SKU and coins, also a deleted one', async () => {
    const given = { sku: 'coins_500', coins: 500, priceCents: 499, currency: 'USD', rails: ['ios_store'] };
    const { id } = (await finance.post<Entry>('/admin/coin-packages', given)).body;
    const entry = await entryAbout('coin_package', id);
    const coins = { kind: 'coin_pack', productName: null, coinsGranted: 500, bonusCoins: 0 };
    expect(await seenBy(finance, entry)).toMatchObject({ target_label: 'coins_500', target_bought: coins });
    await finance.delete(`/admin/coin-packages/${id}`);
    expect(await seenBy(finance, entry)).toMatchObject({ target_label: 'coins_500', target_bought: coins });
    expect(await seenBy(reader, entry)).toMatchObject({ target_label: null, target_bought: null });
  });
});

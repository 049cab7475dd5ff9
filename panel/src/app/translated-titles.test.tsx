import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fakeServer, json } from '../../test/fake-server.ts';
import { openPanel } from '../../test/render.tsx';
import { pendingGrant, seriesNamed } from '../../test/samples.ts';
import { setPreferences } from '../ui/preferences.ts';

const id = '01930000-0000-7000-8000-000000000041';
const seriesI18n = { en: 'Harbour', id: 'Pelabuhan' };
const harbour = { ...seriesNamed('Harbour', id), titleI18n: seriesI18n };
const letterI18n = { en: 'The letter', id: 'Surat' };
const { posterAssetId: _poster, heroAssetId: _hero, ...words } = harbour;
const letter = {
  ...words,
  id: 'e3',
  seriesId: id,
  episodeNumber: 3,
  title: 'The letter',
  titleI18n: letterI18n,
  cliffhanger_score: 1,
  captions: [],
  media: null,
  mediaAssetId: null,
  thumb_asset_id: null,
};

/** Indonesian, and nothing in it may read as it was written first. */
async function openInIndonesian(path: string) {
  setPreferences({ language: 'id' });
  return openPanel(path);
}

afterEach(() => {
  expect(screen.queryAllByText(/Harbour|The letter/)).toEqual([]);
  setPreferences({ language: 'en' });
});

function serveSeries() {
  const server = fakeServer();
  server.on('GET', '/v1/admin/series', () => server.page([{ ...harbour, episodeCount: 1 }]));
  server.on('GET', '/v1/admin/series/:id', () => json(harbour));
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([letter]));
  server.on('GET', '/v1/admin/episodes/:id', () => json(letter));
  server.on('GET', '/v1/admin/media/assets', () => server.page([]));
  server.on('GET', '/v1/admin/schedules', () => server.page([]));
  return server;
}

it('The page of a series is headed by its title in the language of the panel', async () => {
  serveSeries();
  await openInIndonesian(`/series/${id}`);
  await screen.findByRole('heading', { name: 'Pelabuhan' });
});

it('The page of an episode is headed by its title, and leads back to its series by name', async () => {
  serveSeries();
  await openInIndonesian('/episodes/e3');
  await screen.findByRole('heading', { name: 'Surat' });
  await screen.findByRole('link', { name: 'Pelabuhan' });
});

it('Pickers offer series by their title in the language of the panel', async () => {
  serveSeries();
  await openInIndonesian('/uploads');
  await screen.findByRole('option', { name: 'Pelabuhan' });
});

it('Approvals name what they are about in the language of the panel', async () => {
  const server = fakeServer();
  const target = { label: 'Harbour · 3. The letter', labelI18n: { id: 'Pelabuhan · 3. Surat' }, pictureUrl: null };
  const asked = { ...pendingGrant, kind: 'episode_delete', targetType: 'episode', target, payload: {} };
  server.on('GET', '/v1/admin/approvals', () => server.page([asked]));
  await openInIndonesian('/approvals');
  const list = await screen.findByRole('main');
  await within(list).findByText('Pelabuhan · 3. Surat');
});

it('The audit log names episodes, series and files in the language of the panel', async () => {
  const server = fakeServer();
  const entry = {
    id: 'a1',
    action: 'series.update',
    admin_id: null,
    admin_email: 'system',
    admin_name: null,
    reason: null,
    before: null,
    after: null,
    flags: {},
    request_id: null,
    ip: null,
    created_at: harbour.createdAt,
    target_type: 'series',
    target_id: id,
    target_picture_id: null,
    target_context: null,
    target_label: 'Harbour',
    target_label_i18n: seriesI18n,
  };
  const context = { series_title: 'Harbour', series_title_i18n: seriesI18n, episode_number: 3, asset_kind: null };
  const ofEpisode = { target_type: 'episode', target_label: 'The letter', target_label_i18n: letterI18n };
  const episode = { ...entry, ...ofEpisode, id: 'a2', target_context: { ...context, lang: null } };
  server.on('GET', '/v1/admin/admins', () => server.page([]));
  server.on('GET', '/v1/admin/audit-log', () => server.page([entry, episode]));
  await openInIndonesian('/audit');
  // The filter offers the same names.
  const table = within(await screen.findByRole('table'));
  await table.findByText('Pelabuhan');
  await table.findByText(/^Episode 3 dari .*Pelabuhan.* · Surat$/);
});

it('The home and the palette say the titles in the language of the panel', async () => {
  serveSeries();
  const { user } = await openInIndonesian('/');
  expect((await screen.findAllByText('Pelabuhan')).length).toBeGreaterThan(0);
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox'), 'pel');
  const found = await screen.findByRole('option', { name: /^Pelabuhan/ });
  expect(found.textContent).not.toContain('Harbour');
});

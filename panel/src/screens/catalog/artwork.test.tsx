import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, dryRunReply, errorResponse, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { seriesNamed } from '../../../test/samples.ts';

const id = '01930000-0000-7000-8000-000000000041';
const fresh = '01930000-0000-7000-8000-000000000052';
const other = '01930000-0000-7000-8000-000000000053';

function serve(status: 'draft' | 'published' | 'archived', permissions: string[]) {
  const isLive = status !== 'draft';
  const series = {
    ...seriesNamed('The Harbour Bride', id),
    status,
    noteRequired: isLive,
    allowed: status === 'archived' ? [] : ['update'],
    lockedFields: isLive ? ['slug', 'title', 'posterAssetId', 'heroAssetId'] : [],
  };
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, role: 'content_manager', permissions }));
  server.on('GET', '/v1/admin/series/:id', () => json(series, 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([]));
  server.on('GET', '/v1/admin/media/assets', () => server.page([]));
  server.on('POST', '/v1/admin/series/:id/workflow', () => dryRunReply());
  server.on('POST', '/v1/admin/media/uploads/image', () => json({ id: fresh }, 201));
  server.on('PUT', '/v1/admin/series/:id/media', ({ query }) =>
    query.has('dryRun') ? dryRunReply() : json({ ...series, posterAssetId: fresh, revision: 2 }, 200, { etag: '"2"' }),
  );
  return server;
}

const picture = () => new File(['x'], 'poster.jpg', { type: 'image/jpeg' });
const poster = () => screen.findByLabelText<HTMLInputElement>('Drop a poster, or choose one', { selector: 'input' });
const address = `/v1/admin/series/${id}/media`;

it('The poster of a live series is replaced in one step by who may publish, with a note', async () => {
  const server = serve('published', ['catalog:read', 'catalog:write', 'publishing:write']);
  const { user } = await openPanel(`/series/${id}`);
  await user.upload(await poster(), picture());
  const dialog = await screen.findByRole('dialog');
  expect(server.changes(address)).toEqual([]);
  await user.type(await within(dialog).findByLabelText(/^Note/), 'New key art');
  await user.click(within(dialog).getByRole('button', { name: /^Save changes/ }));
  await waitFor(() => expect(server.changes(address)).toHaveLength(1));
  expect(server.changes(address)[0]).toMatchObject({
    body: { posterAssetId: fresh, note: 'New key art' },
    ifMatch: '"1"',
  });
});

it('A draft takes a poster at once', async () => {
  const server = serve('draft', ['catalog:read', 'catalog:write']);
  const { user } = await openPanel(`/series/${id}`);
  await user.upload(await poster(), picture());
  await waitFor(() => expect(server.changes(address).map(({ body }) => body)).toEqual([{ posterAssetId: fresh }]));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('A poster and a hero image that are dropped together are both taken', async () => {
  const server = serve('draft', ['catalog:read', 'catalog:write']);
  let revision = 1;
  const draft = { ...seriesNamed('The Harbour Bride', id), status: 'draft', allowed: ['update'], lockedFields: [] };
  server.on('GET', '/v1/admin/series/:id', () => json({ ...draft, revision }, 200, { etag: `"${revision}"` }));
  server.on('PUT', '/v1/admin/series/:id/media', async ({ ifMatch }) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (ifMatch !== `"${revision}"`) return errorResponse(412, 'stale_write');
    revision += 1;
    return json({ revision }, 200, { etag: `"${revision}"` });
  });
  const { user } = await openPanel(`/series/${id}`);
  const hero = await screen.findByLabelText<HTMLInputElement>(/^Drop a hero/, { selector: 'input' });
  await user.upload(await poster(), picture());
  await user.upload(hero, picture());
  await waitFor(() => expect(server.changes(address)).toHaveLength(2));
  await waitFor(() => expect(revision).toBe(3));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('Of a live series both are decided upon together, in one sheet', async () => {
  const server = serve('published', ['catalog:read', 'catalog:write', 'publishing:write']);
  let sent = 0;
  server.on('POST', '/v1/admin/media/uploads/image', async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    sent += 1;
    return json({ id: sent === 1 ? fresh : other }, 201);
  });
  const { user } = await openPanel(`/series/${id}`);
  const hero = await screen.findByLabelText<HTMLInputElement>(/^Drop a hero/, { selector: 'input' });
  await user.upload(await poster(), picture());
  await user.upload(hero, picture());
  const dialog = within(await screen.findByRole('dialog'));
  expect(sent).toBe(2);
  await user.type(await dialog.findByLabelText(/^Note/), 'New key art');
  await user.click(dialog.getByRole('button', { name: /^Save changes/ }));
  await waitFor(() => expect(server.changes(address)).toHaveLength(1));
  expect(server.changes(address)[0]).toMatchObject({
    body: { posterAssetId: fresh, heroAssetId: other, note: 'New key art' },
  });
});

it('A picture that goes up while one looks at another page is decided upon with what is dropped afterwards', async () => {
  const server = serve('published', ['catalog:read', 'catalog:write', 'publishing:write']);
  server.on('GET', '/v1/admin/series', () => server.page([]));
  let isUp = () => {};
  const up = new Promise<void>((resolve) => {
    isUp = resolve;
  });
  let sent = 0;
  server.on('POST', '/v1/admin/media/uploads/image', async () => {
    sent += 1;
    const assetId = sent === 1 ? fresh : other;
    await up;
    return json({ id: assetId }, 201);
  });
  const { user, router } = await openPanel(`/series/${id}`);
  await user.upload(await poster(), picture());
  await router.navigate({ to: '/series' });
  await waitFor(() => expect(screen.queryByText('The Harbour Bride')).toBeNull());
  await router.navigate({ to: '/series/$id', params: { id } });
  await user.upload(await screen.findByLabelText(/^Drop a hero/, { selector: 'input' }), picture());
  isUp();
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(await dialog.findByLabelText(/^Note/), 'New key art');
  await user.click(dialog.getByRole('button', { name: /^Save changes/ }));
  await waitFor(() => expect(server.changes(address)).toHaveLength(1));
  expect(server.changes(address)[0]).toMatchObject({ body: { posterAssetId: fresh, heroAssetId: other } });
});

it('What is being typed beside it is saved on top of the new poster, and not taken for someone else’s change', async () => {
  const server = serve('draft', ['catalog:read', 'catalog:write']);
  server.on('PUT', '/v1/admin/series/:id', () => json({ revision: 4 }, 200, { etag: '"4"' }));
  const { user } = await openPanel(`/series/${id}`);
  const panel = within(await screen.findByRole('tabpanel', { name: 'English' }));
  await user.type(panel.getByLabelText('Synopsis'), 'A letter comes late.');
  await user.upload(await poster(), picture());
  await waitFor(() => expect(server.changes(address)).toHaveLength(1));
  const toast = within(await screen.findByRole('group', { name: 'Saved' }));
  server.on('PUT', '/v1/admin/series/:id/media', () => json({ revision: 3 }, 200, { etag: '"3"' }));
  await user.click(toast.getByRole('button', { name: 'Undo' }));
  await screen.findByRole('group', { name: 'Undone' });
  await user.click(screen.getByRole('button', { name: /^Save changes/ }));
  await waitFor(() => expect(server.changes(`/v1/admin/series/${id}`).map(({ ifMatch }) => ifMatch)).toEqual(['"3"']));
});

it.each([
  ['Who may not publish', 'published', ['catalog:read', 'catalog:write'], /permission/],
  ['Whoever looks at an archived series', 'archived', ['*'], /archive/],
] as const)('%s is told why its artwork stays', async (_who, status, permissions, why) => {
  serve(status, [...permissions]);
  await openPanel(`/series/${id}`);
  const zone = await screen.findByRole('button', { name: /^Drop a poster/ });
  expect(zone.getAttribute('aria-disabled')).toBe('true');
  expect(zone.textContent).toMatch(why);
});

import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, json, networkError } from '../../test/fake-server.ts';
import { openPanel } from '../../test/render.tsx';
import { layla, laylaInList, seriesNamed } from '../../test/samples.ts';

it.each(['device:3f2a', '01930000-0000-7000-8000-000000000011', 'ليلى'])(
  'what the server finds for “%s” is shown, whatever it is called',
  async (typed) => {
    const server = fakeServer();
    server.on('GET', '/v1/admin/users', ({ query }) =>
      json({ items: query.get('q') === typed ? [laylaInList] : [], nextCursor: null, total: 0 }),
    );
    const { user, router } = await openPanel('/account');
    await user.keyboard('{Control>}k{/Control}');
    await user.click(await screen.findByRole('combobox', { name: 'Search and actions' }));
    await user.paste(typed);
    // Awaited by its words: to tell the roles of all commands at every change takes a second each time.
    await screen.findByText(/Layla K/);
    await user.click(screen.getByRole('option', { name: /Layla K/ }));
    await expect.poll(() => router.state.location.pathname).toBe(`/users/${laylaInList.id}`);
  },
);

it('what is typed before the palette is there is kept for it, and nothing of it reaches the page', async () => {
  fakeServer();
  const { user, router } = await openPanel('/account');
  // "g u" would open the users, "?" the keyboard help.
  await user.keyboard('{Control>}k{/Control}g u?');
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search and actions' });
  await waitFor(() => expect(field.value).toBe('g u?'));
  await user.keyboard('!');
  expect(field.value).toBe('g u?!');
  expect(router.state.location.pathname).toBe('/account');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});

it.each([
  ['the palette', '{Control>}k{/Control}', 'Search and actions'],
  ['the keyboard help', '?', 'Keyboard'],
])('%s gives the focus back to what had it, at every opening', async (_name, keys, title) => {
  fakeServer();
  const { user } = await openPanel('/account');
  const link = screen.getAllByRole('link')[1];
  link?.focus();
  for (const _opening of [1, 2]) {
    await user.keyboard(keys);
    const dialog = await screen.findByRole('dialog', { name: title });
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(link);
  }
});

it('a search that failed is not said to have found nothing, and can be tried again', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/users', networkError);
  const { user } = await openPanel('/account');
  await user.keyboard('{Control>}k{/Control}');
  await user.click(await screen.findByRole('combobox', { name: 'Search and actions' }));
  await user.paste('zzlayla');
  await screen.findByText(/The search failed/);
  expect(screen.queryByText('No results')).toBeNull();
  server.on('GET', '/v1/admin/:kind', () => server.page([]));
  server.on('GET', '/v1/admin/payments/transactions', () => server.page([]));
  server.on('GET', '/v1/admin/moderation/comments', () => server.page([]));
  server.on('GET', '/v1/admin/push/campaigns', () => server.page([]));
  server.on('GET', '/v1/admin/flags', () => json({ flags: {}, revision: 1 }));
  server.on('GET', '/v1/admin/users', () => server.page([laylaInList]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('option', { name: /Layla K/ });
  expect(screen.queryByText(/The search failed/)).toBeNull();
});

it('an action that is about someone asks for them in the same box, and begins there', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/users', ({ query }) => server.page(query.get('q') === 'nobody' ? [] : [laylaInList]));
  server.on('GET', '/v1/admin/users/:id', () => json(layla, 200, { etag: '"1"' }));
  const { user, router } = await openPanel('/account');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search and actions' }), 'adjust');
  await user.click(await screen.findByRole('option', { name: 'Adjust coins of…' }));
  const box = await screen.findByRole('combobox', { name: 'Adjust coins of…' });
  await waitFor(() => expect(document.activeElement).toBe(box));
  await screen.findByRole('option', { name: /Layla K/ });
  expect(screen.queryByRole('option', { name: /Sign out/ })).toBeNull();
  await user.keyboard('layla');
  await waitFor(() => expect(server.calls.some(({ query }) => query.get('q') === 'layla')).toBe(true));
  await screen.findByRole('option', { name: /Layla K/ });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/users/${laylaInList.id}/adjust`));
});

it('a refund begins at the purchases of who is picked', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/users', () => server.page([laylaInList]));
  server.on('GET', '/v1/admin/users/:id', () => json(layla, 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/users/:id/purchases', () => server.page([]));
  server.on('GET', '/v1/admin/refunds', () => server.page([]));
  const { user, router } = await openPanel('/account');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search and actions' }), 'refund');
  await user.click(await screen.findByRole('option', { name: 'Refund a purchase of…' }));
  await screen.findByRole('option', { name: /Layla K/ });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.href).toBe(`/users/${laylaInList.id}?tab=purchases`));
});

it.each(['New promo', 'New push campaign', 'New segment', 'New flag'])(
  '“%s” is found by these words',
  async (words) => {
    const server = fakeServer();
    server.on('GET', '/v1/admin/users', () => server.page([]));
    const { user } = await openPanel('/account');
    await user.keyboard('{Control>}k{/Control}');
    await user.click(await screen.findByRole('combobox', { name: 'Search and actions' }));
    await user.paste(words);
    await screen.findByRole('option', { name: words });
  },
);

it.each([
  ['refund', 'Refunds'],
  ['money back', 'Refunds'],
  ['ban', 'Ban…'],
  ['block user', 'Suspend…'],
  ['price', 'Prices'],
  ['notification', 'Push'],
  ['who is', 'Users'],
  ['coupon', 'Promos'],
  ['payments', 'Transactions'],
  ['comments', 'Moderation'],
  ['permissions', 'Roles'],
  ['subtitles', 'Uploads'],
  ['dashboard', 'Home'],
  ['give coins', 'Adjust coins of…'],
  ['free vip', 'Give a subscription to…'],
  ['password', 'My account'],
  ['log out', 'Sign out'],
  ['dark', 'Theme: Dark'],
])('“%s” finds %s', async (typed, found) => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/users', () => server.page([]));
  const { user } = await openPanel('/account');
  await user.keyboard('{Control>}k{/Control}');
  await user.click(await screen.findByRole('combobox', { name: 'Search and actions' }));
  await user.paste(typed);
  await screen.findByText(found, { selector: '[role=option] *' });
});

it('what has the typed word in its name comes before what is also called so', async () => {
  fakeServer();
  const { user } = await openPanel('/account');
  await user.keyboard('{Control>}k{/Control}');
  await user.click(await screen.findByRole('combobox', { name: 'Search and actions' }));
  await user.paste('price');
  const names = screen.getAllByRole('option').map(({ textContent }) => textContent ?? '');
  expect(names[0]).toMatch(/^Prices/);
  expect(names.some((name) => name.startsWith('Coin packages'))).toBe(true);
});

it('who asks “who is layla” is shown Layla', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/users', ({ query }) => server.page(query.get('q') === 'layla' ? [laylaInList] : []));
  const { user } = await openPanel('/account');
  await user.keyboard('{Control>}k{/Control}');
  await user.click(await screen.findByRole('combobox', { name: 'Search and actions' }));
  await user.paste('who is layla');
  await screen.findByText(/Layla K/);
});

it('a ban begins with whom, and opens its sheet on their page', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/users', () => server.page([laylaInList]));
  server.on('GET', '/v1/admin/users/:id', () => json({ ...layla, allowed: ['ban'] }, 200, { etag: '"1"' }));
  const { user, router } = await openPanel('/account');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search and actions' }), 'ban');
  await user.click(await screen.findByRole('option', { name: 'Ban…' }));
  await screen.findByRole('option', { name: /Layla K/ });
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Ban Layla K' });
  expect(router.state.location.href).toBe(`/users/${laylaInList.id}`);
});

it('someone without a name is found as a guest, as the list calls them', async () => {
  const server = fakeServer();
  const nameless = { displayName: null, email: null, phoneE164: null };
  server.on('GET', '/v1/admin/users', () => server.page([{ ...laylaInList, ...nameless }]));
  const { user } = await openPanel('/account');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search and actions' }), 'adjust');
  await user.click(await screen.findByRole('option', { name: 'Adjust coins of…' }));
  const option = await screen.findByRole('option', { name: /^Guest/ });
  expect(option.textContent).not.toContain(laylaInList.id);
});

it('what can be scheduled is picked, and its page opens with the date to choose', async () => {
  const server = fakeServer();
  const harbour = seriesNamed('Harbour', '01930000-0000-7000-8000-000000000041');
  const ready = { ...harbour, status: 'in_review', allowed: ['schedule'] };
  const other = seriesNamed('Saffron', '01930000-0000-7000-8000-000000000042');
  server.on('GET', '/v1/admin/series', ({ query }) =>
    server.page(query.get('q') === 'saffron' ? [other] : query.get('status') === 'in_review' ? [ready] : [other]),
  );
  server.on('GET', '/v1/admin/series/:id', () => json(ready, 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([]));
  const { user } = await openPanel('/account');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search and actions' }), 'schedule');
  await user.click(await screen.findByRole('option', { name: 'Schedule…' }));
  const box = await screen.findByRole('combobox', { name: 'Schedule…' });
  await waitFor(() => expect(document.activeElement).toBe(box));
  await screen.findByRole('option', { name: /Harbour/ });
  expect(screen.queryByRole('option', { name: /Saffron/ })).toBeNull();
  await user.type(box, 'saffron');
  await screen.findByText(/must be in review first/);
  await user.clear(box);
  await screen.findByRole('option', { name: /Harbour/ });
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Schedule Harbour' });
});

it('what is found later is named by the field, and Enter takes it', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/users', ({ query }) => server.page(query.get('q') === 'zzlayla' ? [laylaInList] : []));
  const { user, router } = await openPanel('/account');
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search and actions' });
  await user.type(field, 'zzlayla');
  const option = await screen.findByRole('option', { name: /Layla K/, selected: true });
  expect(field.getAttribute('aria-activedescendant')).toBe(option.id);
  await user.keyboard('{Enter}');
  await expect.poll(() => router.state.location.pathname).toBe(`/users/${laylaInList.id}`);
});

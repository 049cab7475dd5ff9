import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, errorResponse, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';

const id = '01930000-0000-7000-8000-0000000000f1';

function pricing() {
  const server = fakeServer();
  const price = { coins: 5, revision: 1 };
  const shown = () => ({
    id,
    scope: 'market',
    scopeRef: 'EG',
    item: null,
    coins: price.coins,
    currencyHint: null,
    activeFrom: '2035-01-01T00:00:00.000Z',
    activeTo: null,
    active: true,
    revision: price.revision,
    allowed: ['update', 'delete'],
  });
  server.on('GET', '/v1/admin/pricing/overrides', () => server.page([shown()]));
  server.on('GET', '/v1/admin/pricing/overrides/:id', () => json(shown(), 200, { etag: `"${price.revision}"` }));
  server.on('GET', '/v1/admin/pricing/config', () => json({ defaultCoinsPerEpisode: 8, allowed: ['update'] }));
  server.on('GET', '/v1/admin/pricing/series', () => server.page([]));
  server.on('PUT', '/v1/admin/pricing/overrides/:id', ({ ifMatch }) =>
    ifMatch === `"${price.revision}"` ? dryRunReply() : errorResponse(412, 'stale_write'),
  );
  server.on('PUT', '/v1/admin/pricing/config', () => dryRunReply());
  return { server, price };
}

const coins = async () => within(await screen.findByRole('dialog')).findByLabelText<HTMLInputElement>(/^Coins/);

it.each(['/pricing/new', '/pricing/default', `/pricing/${id}`])(
  'What is typed at %s is still there after Escape',
  async (path) => {
    pricing();
    const { user, router } = await openPanel(path);
    await user.clear(await coins());
    await user.type(await coins(), '21');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await act(() => router.navigate({ to: path }));
    await waitFor(async () => expect((await coins()).value).toBe('21'));
  },
);

it.each(['/pricing/new', '/pricing/default', `/pricing/${id}`])(
  'A draft at %s that was kept is announced, and can be discarded',
  async (path) => {
    pricing();
    const { user, close } = await openPanel(path);
    const before = (await coins()).value;
    await user.clear(await coins());
    await user.type(await coins(), '21');
    expect(screen.queryByText(/^Draft of/)).toBeNull();
    close();
    const again = await openPanel(path);
    await screen.findByText(/^Draft of .* UTC restored$/);
    await again.user.click(screen.getByRole('button', { name: 'Discard draft' }));
    expect((await coins()).value).toBe(before);
    expect(screen.queryByText(/^Draft of/)).toBeNull();
    await again.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect((await coins()).value).toBe('21'));
  },
);

it('A conflict lists only the fields that one has changed, and what is reapplied leaves the others alone', async () => {
  const { server, price } = pricing();
  const { user, client } = await openPanel(`/pricing/${id}`);
  const ends = await screen.findByLabelText<HTMLInputElement>(/^Until/);
  await user.type(ends, '1 Feb 2035 10:00');
  await user.clear(await coins());
  await user.type(await coins(), '21');
  await user.clear(await coins());
  await user.type(await coins(), '5');
  Object.assign(price, { coins: 6, revision: 2 });
  await act(() => client.invalidateQueries());
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const conflict = within(await screen.findByRole('alert'));
  expect(conflict.getAllByRole('row')).toHaveLength(2);
  conflict.getByText('They also changed: Coins per episode (6).');
  await user.click(conflict.getByRole('button', { name: 'Reapply my changes' }));
  expect((await coins()).value).toBe('6');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('dialog', { name: 'Change the price for Egypt' });
  const sent = server.calls.findLast(({ method }) => method === 'PUT');
  expect(sent?.body).toMatchObject({ activeTo: '2035-02-01T10:00:00.000Z' });
  expect(sent?.body).not.toHaveProperty('coins');
});

it('A price that is typed stays when a colleague has saved another, and the two are compared', async () => {
  const { price } = pricing();
  const { user, client } = await openPanel(`/pricing/${id}`);
  await user.clear(await coins());
  await user.type(await coins(), '21');
  Object.assign(price, { coins: 6, revision: 2 });
  await act(() => client.invalidateQueries());
  expect((await coins()).value).toBe('21');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const conflict = within(await screen.findByRole('alert'));
  conflict.getByText('Someone else changed this');
  conflict.getByRole('row', { name: 'Coins per episode 6 21' });
  await user.click(conflict.getByRole('button', { name: 'Reapply my changes' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('dialog', { name: 'Change the price for Egypt' });
});

it.each(['99999999', '-3'])('A default price of %s is refused in the field, in plain words', async (typed) => {
  const { server } = pricing();
  const { user } = await openPanel('/pricing/default');
  await user.clear(await coins());
  await user.type(await coins(), `${typed}{Enter}`);
  await screen.findByText('Enter a number from 0 to 100,000');
  expect(server.calls.filter(({ method }) => method === 'PUT')).toEqual([]);
});

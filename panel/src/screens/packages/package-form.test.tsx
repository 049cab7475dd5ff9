import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, errorResponse, type FakeServer, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import type { CoinPackage } from './queries.ts';
import { packageOf } from './samples.fixture.ts';

const path = '/v1/admin/coin-packages';
const id = packageOf({}).id;

function serve(one: CoinPackage): FakeServer {
  const server = fakeServer();
  server.on('GET', path, () => server.page([one]));
  server.on('GET', `${path}/:id`, () => json(one, 200, { etag: `"${one.revision}"` }));
  server.on('POST', path, () => dryRunReply());
  server.on('PUT', `${path}/:id`, () => dryRunReply());
  return server;
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

it('A package is made of what was typed, which stays through a reload', async () => {
  const server = serve(packageOf({}));
  const first = await openPanel('/packages/new');
  const form = await dialog('New package');
  await first.user.type(form.getByLabelText(/^SKU/), 'coins_1200');
  await first.user.type(form.getByLabelText('Coins'), '1200');
  await first.user.type(form.getByLabelText('Price in US dollars'), '11.99');
  await first.user.selectOptions(form.getByLabelText('Currency'), 'EGP · Egyptian Pound');
  await first.user.click(form.getByLabelText('Google Play'));
  await first.user.selectOptions(form.getByLabelText('Add one provider'), 'Mobile money');
  await first.user.type(form.getByLabelText('Provider'), 'Vodafone Cash{Enter}');
  form.getByLabelText('Vodafone cash (mobile money)');
  await first.user.click(form.getByLabelText('Show it in the app right away'));
  first.close();

  const { user } = await openPanel('/packages/new');
  await user.click((await dialog('New package')).getByRole('button', { name: 'Continue' }));
  await dialog('Create coins_1200');
  await waitFor(() =>
    expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
      sku: 'coins_1200',
      coins: 1200,
      bonusCoins: 0,
      priceCents: 1199,
      currency: 'EGP',
      rails: ['ios_store', 'mobilemoney_vodafone_cash'],
      status: 'paused',
      note: expect.any(String),
    }),
  );
});

it('A package without a payment method is not sent', async () => {
  const server = serve(packageOf({ rails: ['ios_store'] }));
  const { user } = await openPanel(`/packages/${id}`);
  const form = await dialog('coins_500');
  await user.click(form.getByLabelText('App Store'));
  await user.click(form.getByRole('button', { name: 'Continue' }));
  await form.findByText('Choose at least one.');
  expect(server.calls.filter(({ method }) => method === 'PUT')).toEqual([]);
});

it('A provider that is typed and not added is not dropped', async () => {
  const server = serve(packageOf({}));
  const { user } = await openPanel(`/packages/${id}`);
  const form = await dialog('coins_500');
  await user.click(form.getByLabelText('Card on the web'));
  await user.type(form.getByLabelText('Provider'), 'gopay');
  await user.click(form.getByRole('button', { name: 'Continue' }));
  await form.findByText('Add this provider, or clear the field.');
  expect(server.calls.filter(({ method }) => method === 'PUT')).toEqual([]);
  await user.click(form.getByRole('button', { name: 'Add' }));
  await user.click(form.getByRole('button', { name: 'Continue' }));
  await dialog('Change coins_500');
  const sent = server.calls.findLast(({ method }) => method === 'PUT');
  expect(JSON.stringify(sent?.body)).toContain('localwallet_gopay');
});

it('An edit sends what differs, on the edition that it began with', async () => {
  const server = serve(packageOf({}));
  const { user } = await openPanel(`/packages/${id}`);
  const form = await dialog('coins_500');
  expect(form.getByLabelText<HTMLInputElement>('SKU').disabled).toBe(true);
  const price = form.getByLabelText('Price in US dollars');
  await user.clear(price);
  await user.type(price, '5.49');
  await user.click(form.getByRole('button', { name: 'Continue' }));
  await dialog('Change coins_500');
  const sent = () => server.calls.findLast(({ method }) => method === 'PUT');
  await waitFor(() => expect(sent()?.body).toEqual({ priceCents: 549, note: expect.any(String) }));
  expect(sent()?.ifMatch).toBe('"3"');
});

it('Someone else’s edition stands beside one’s own, with the payment methods in words', async () => {
  let one = packageOf({});
  const server = serve(one);
  server.on('GET', `${path}/:id`, () => json(one, 200, { etag: `"${one.revision}"` }));
  server.on('PUT', `${path}/:id`, () => errorResponse(412, 'stale_write'));
  const { user } = await openPanel(`/packages/${id}`);
  const form = await dialog('coins_500');
  await user.click(form.getByLabelText('Card on the web'));
  one = packageOf({ rails: ['vas_zain'], revision: 4 });
  await user.click(form.getByRole('button', { name: 'Continue' }));
  const again = within((await form.findByText('Zain (phone bill)', { selector: 'td' })).closest('tr') ?? document.body);
  again.getByText('App Store, All local wallets and Card on the web');
});

it('A package that was bought cannot be deleted, and says why', async () => {
  serve(packageOf({ inUse: true, allowed: ['update', 'pause'] }));
  const { user } = await openPanel(`/packages/${id}`);
  const form = await dialog('coins_500');
  const button = form.getByRole('button', { name: 'Delete' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.hover(button);
  await screen.findByText('It has been bought, so it stays. Pause it instead.');
});

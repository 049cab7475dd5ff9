import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { layla, userId } from '../../../test/samples.ts';

function serve(permissions: readonly string[] = ['*']) {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, permissions }));
  server.on('GET', '/v1/admin/users/:id', () => json({ ...layla, allowed: ['suspend', 'comp_subscription'] }));
  server.on('GET', '/v1/admin/users/:id/timeline', () => server.page([]));
  server.on('GET', '/v1/admin/approvals', () => server.page([]));
  return server;
}

it('How long a suspension lasts is still there after a reload', async () => {
  serve();
  const length = async () =>
    within(await screen.findByRole('dialog', { name: /^Suspend/ })).findByLabelText<HTMLSelectElement>('For how long');
  const typed = await openPanel(`/users/${userId}/suspend`);
  await typed.user.selectOptions(await length(), '3 days');
  typed.close();
  await openPanel(`/users/${userId}/suspend`);
  expect((await length()).value).toBe('3');
});

it('A subscription is given by the name of a product, also by who sees no prices', async () => {
  const server = serve(['users:read', 'users:ban']);
  const product = { id: 'p1', productId: 'vip_monthly', name: 'VIP, monthly', periodDays: 30, unlocksAll: true };
  server.on('GET', '/v1/admin/users/:id/comp-subscription/products', () => server.page([product]));
  server.on('POST', '/v1/admin/users/:id/comp-subscription', ({ body }) => {
    expect(body).toMatchObject({ productId: 'vip_monthly', days: 7 });
    const given = { subscriptionId: 's1', productId: 'vip_monthly', days: 7 };
    return dryRunReply({
      changes: [{ type: 'user', id: userId, action: 'user.comp_subscription', before: null, after: given }],
    });
  });
  const { user } = await openPanel(`/users/${userId}/comp`);
  const drawer = within(await screen.findByRole('dialog', { name: /a subscription$/ }));
  await drawer.findByRole('option', { name: 'VIP, monthly' });
  await user.selectOptions(await drawer.findByLabelText(/^Product/), 'VIP, monthly');
  await user.click(drawer.getByRole('button', { name: 'Continue' }));
  await screen.findByLabelText(/^Reason/);
  await screen.findByText('New: Subscription');
  screen.getByRole('row', { name: 'Product VIP, monthly' });
});

it('Giving a subscription says how many days need no second person, and when more are given', async () => {
  const server = serve(['users:read', 'users:ban']);
  server.on('GET', '/v1/admin/users/:id/comp-subscription/products', () => server.page([]));
  server.on('GET', '/v1/admin/users/:id/comp-subscription/limit', () =>
    json({ countedDays: 30, givenDays: 20, limitDays: 30, leftDays: 10 }),
  );
  const { user } = await openPanel(`/users/${userId}/comp`);
  const drawer = within(await screen.findByRole('dialog', { name: /a subscription$/ }));
  const days = await drawer.findByLabelText(/^Days/);
  await drawer.findByText('1 to 366. Without approval: 10 more, of 30 within 30 days.');
  const needed = /A second person must approve it/;
  expect(drawer.queryByText(needed)).toBeNull();
  await user.clear(days);
  await user.type(days, '11');
  await drawer.findByText(needed);
});

import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, json, neverResponds } from '../../test/fake-server.ts';
import { openPanel } from '../../test/render.tsx';
import { layla, userId } from '../../test/samples.ts';

type Panel = Awaited<ReturnType<typeof openPanel>>;

const demo = {
  items: [{ email: 'omar@demo.example', password: 'p', name: 'Omar Haddad', role: 'support' }],
  nextCursor: null,
};

function openServer() {
  const server = fakeServer();
  server.on('GET', '/v1/demo', () => json(demo));
  server.on('POST', '/v1/admin/auth/logout', () => new Response(null, { status: 204 }));
  server.on('GET', '/v1/admin/users/:id', () => json(layla));
  for (const part of ['timeline', 'notes']) server.on('GET', `/v1/admin/users/:id/${part}`, () => server.page([]));
  return server;
}

async function signOut({ user }: Panel) {
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search and actions' }), 'Sign out');
  await user.click(await screen.findByRole('option', { name: /Sign out/ }));
}

it('Signing out asks first where something is typed and not saved', async () => {
  const server = openServer();
  const panel = await openPanel(`/users/${userId}?tab=notes`);
  await panel.user.type(await screen.findByLabelText('New note'), 'Asked twice');
  await signOut(panel);
  const question = await screen.findByRole('dialog', { name: /lose unsaved changes/ });
  await panel.user.click(within(question).getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('Asked twice');
  expect(server.changes()).toEqual([]);

  await signOut(panel);
  const again = await screen.findByRole('dialog', { name: /lose unsaved changes/ });
  await panel.user.click(within(again).getByRole('button', { name: 'Sign out' }));
  await expect.poll(() => panel.router.state.location.pathname).toBe('/sign-in');
});

it('The sign-in page offers the sign-ins of the demo after signing out, too', async () => {
  openServer();
  const panel = await openPanel('/account');
  await signOut(panel);
  await screen.findByText('Omar Haddad');
});

it.each([
  ['/transactions', '/v1/admin/payments/transactions/export.csv'],
  ['/analytics', '/v1/admin/analytics/overview/export.csv'],
])('An export of %s that is on its way ends with the session', async (page, path) => {
  const server = openServer();
  const panel = await openPanel(page);
  const button = await screen.findByRole('button', { name: 'Export CSV' });
  const signals: AbortSignal[] = [];
  server.on('GET', path, (call) => {
    signals.push(call.signal);
    return neverResponds(call);
  });
  await panel.user.click(button);
  await waitFor(() => expect(signals).toHaveLength(1));
  await signOut(panel);
  await expect.poll(() => panel.router.state.location.pathname).toBe('/sign-in');
  expect(signals[0]?.aborted).toBe(true);
  expect(screen.queryByText('Export')).toBeNull();
});

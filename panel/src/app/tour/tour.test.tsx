import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { admin, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { screenOf, stepsFor } from './steps.ts';

const support = { ...admin, role: 'support', permissions: ['users:read', 'payments:read'] };

afterEach(() => void vi.restoreAllMocks());

function serve() {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins/me', () => json(support));
  server.on('POST', '/v1/admin/auth/login', () => json({ access_token: 'token', admin: support }));
  server.on('GET', '/v1/admin/approvals', () => server.page([]));
  return server;
}

async function signIn() {
  const opened = await openPanel('/sign-in');
  await opened.user.type(await screen.findByLabelText(/^Email/), support.email);
  await opened.user.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'a quiet harbour');
  await opened.user.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('main');
  return opened;
}

const tour = () => screen.queryByRole('region', { name: /^(Home shows|Help a viewer|Some actions|Refunds|Find any)/ });

it('Who signs in first is shown round, step by step by the keyboard, and not again', async () => {
  serve();
  const { user, router, close } = await signIn();
  await screen.findByRole('heading', { name: 'Home shows what needs you' });
  expect(screen.getByText('Tour: step 1 of 5')).toBeDefined();
  expect(tour()?.contains(document.activeElement)).toBe(false);
  screen.getByRole('button', { name: 'Next' }).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Help a viewer' });
  expect(document.activeElement).toBe(tour());
  expect(document.querySelector('nav a[href="/users"]')?.hasAttribute('data-pointed')).toBe(true);
  await user.click(screen.getByRole('link', { name: 'Open this screen' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
  for (const _step of [3, 4, 5]) await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  expect(tour()).toBeNull();
  close();
  await signIn();
  expect(tour()).toBeNull();
});

it('Skipped with Escape it does not come back by itself, and can be had again from the account menu', async () => {
  serve();
  const { user } = await signIn();
  (await screen.findByRole('button', { name: 'Skip tour' })).focus();
  await user.keyboard('{Escape}');
  expect(tour()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
  await user.click(screen.getByRole('button', { name: /Account menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Take the tour', hidden: true }));
  await screen.findByRole('heading', { name: 'Home shows what needs you' });
  await waitFor(() => expect(document.activeElement).toBe(tour()));
  await user.keyboard('{Escape}');
  expect(tour()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Account menu/ }));
});

it('On a phone the menu gives way to the tour that was asked for in it', async () => {
  serve();
  const { user } = await openPanel('/');
  await user.click(await screen.findByRole('button', { name: 'Open the menu' }));
  const menu = within(await screen.findByRole('dialog'));
  await user.click(await menu.findByRole('button', { name: /Account menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Take the tour', hidden: true }));
  await screen.findByRole('heading', { name: 'Home shows what needs you' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(tour());
});

it('A fault in the tour leaves the page as it is, and can be closed', async () => {
  serve();
  const { user } = await signIn();
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {
    throw new Error('a fault of the tour');
  });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  await screen.findByRole('alert');
  await screen.findByRole('heading', { name: 'Home', level: 1 });
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(tour()).toBeNull();
});

it('Opening the panel with a session that is there shows no tour', async () => {
  serve();
  await openPanel('/');
  await screen.findByRole('heading', { name: 'Home' });
  expect(tour()).toBeNull();
});

it.each(['superadmin', 'content_manager', 'moderator', 'support', 'analyst', 'finance', 'night desk'])(
  'The tour of %s has three to six steps, and none for a screen that may not be opened',
  (role) => {
    const all = Object.values(screenOf).filter((path) => path !== null);
    expect(stepsFor(role, all).length).toBeGreaterThanOrEqual(3);
    expect(stepsFor(role, all).length).toBeLessThanOrEqual(6);
    expect(stepsFor(role, [])).toEqual(['home', 'palette']);
  },
);

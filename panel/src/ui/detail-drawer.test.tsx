import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { errorResponse, fakeServer, json } from '../../test/fake-server.ts';
import { openPanel } from '../../test/render.tsx';
import { pendingGrant } from '../../test/samples.ts';

function serveGrant() {
  const server = fakeServer();
  server.on('GET', '/v1/admin/approvals', () => server.page([pendingGrant]));
  server.on('GET', '/v1/admin/approvals/:id', () => json(pendingGrant));
  return server;
}

it('A drawer that opens gives the focus to what it shows, not to the button that closes it', async () => {
  serveGrant();
  await openPanel(`/approvals/${pendingGrant.id}`);
  const drawer = await screen.findByRole('dialog', { name: /5,000 coins/ });
  await waitFor(() => expect(document.activeElement).toBe(drawer.querySelector('[data-autofocus]')));
  expect(document.activeElement?.textContent).toContain('Ada Example');
  expect(document.activeElement).not.toBe(within(drawer).getByRole('button', { name: 'Close' }));
  expect(document.activeElement).toBe(within(drawer).getByRole('group', { name: 'Details' }));
});

it('The content of a drawer shows the focus where Tab moved it there, not where a drawer or dialog gave it', async () => {
  serveGrant();
  const { user } = await openPanel(`/approvals/${pendingGrant.id}`);
  const drawer = await screen.findByRole('dialog', { name: /5,000 coins/ });
  const content = within(drawer).getByRole('group', { name: 'Details' });
  await waitFor(() => expect(document.activeElement).toBe(content));
  const isShown = () => content.matches('[data-tabbed]');
  expect(isShown()).toBe(false);
  await user.keyboard('r');
  await screen.findByLabelText(/^Reason for rejecting/);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(content));
  expect(isShown()).toBe(false);
  await user.tab();
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(content);
  expect(isShown()).toBe(true);
});

it('A refusal stands in a line of its own, apart from the button that tries again', async () => {
  const server = serveGrant();
  server.on('POST', '/v1/admin/approvals/:id/approve', () => errorResponse(503, 'unavailable'));
  const { user } = await openPanel(`/approvals/${pendingGrant.id}`);
  const drawer = await screen.findByRole('dialog', { name: /5,000 coins/ });
  await user.click(within(drawer).getByRole('button', { name: /^Approve/ }));
  const again = await screen.findByRole('button', { name: 'Try again' });
  const before = again.previousSibling;
  expect(before).toBeInstanceOf(HTMLElement);
});

it('A drawer with a form gives the focus to its first field, and back to what opened it', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/series', () => server.page([]));
  const { user } = await openPanel('/series');
  const opener = await screen.findByRole('link', { name: 'New series' });
  await user.click(opener);
  const drawer = within(await screen.findByRole('dialog', { name: /series/i }));
  const title = await drawer.findByLabelText('Title');
  await waitFor(() => expect(document.activeElement).toBe(title));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

it('The window has the title of the drawer while it is open, and that of its page afterwards', async () => {
  serveGrant();
  const { user } = await openPanel(`/approvals/${pendingGrant.id}`);
  await screen.findByRole('dialog', { name: /5,000 coins/ });
  await waitFor(() => expect(document.title).toMatch(/5,000 coins.* · Cliffhanger$/));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.title).toBe('Approvals · Cliffhanger'));
});

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  admin,
  dryRunReply,
  errorResponse,
  type FakeServer,
  fakeServer,
  json,
  networkError,
} from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { pendingGrant, seriesNamed } from '../../../test/samples.ts';

type Panel = Awaited<ReturnType<typeof openPanel>>;

const unknown = 'We do not know whether this was done';
const perhaps = 'Your earlier attempt may have gone through. Check before you retry';
const never = 'Not saved';

const button = (within_: HTMLElement, name: string | RegExp) => within(within_).findByRole('button', { name });

async function press({ user }: Panel, within_: HTMLElement, name: string | RegExp) {
  const found = await button(within_, name);
  await waitFor(() => expect(found.hasAttribute('disabled')).toBe(false));
  await user.click(found);
}

/** Reads are answered; the change itself as given. */
const answer = (server: FakeServer, method: string, path: string, how: () => Response | Promise<Response>) =>
  server.on(method, path, ({ query }) => (query.has('dryRun') ? dryRunReply() : how()));

const approve = `/v1/admin/approvals/${pendingGrant.id}/approve`;

async function openApproval() {
  const server = fakeServer();
  const grant = { now: pendingGrant };
  server.on('GET', '/v1/admin/approvals', () => server.page([grant.now]));
  server.on('GET', '/v1/admin/approvals/:id', () => json(grant.now));
  const decided = () => {
    grant.now = { ...pendingGrant, status: 'approved', allowed: [] };
  };
  const panel = await openPanel(`/approvals/${pendingGrant.id}`);
  const drawer = await screen.findByRole('dialog', { name: /^Grant of coins/ });
  return { server, panel, drawer, decided };
}

const sheet = (name: RegExp) => screen.findByRole('dialog', { name });

describe('after a refusal', () => {
  it('the page shows what the server has, and the refusal is in sight with the focus', async () => {
    const { server, panel, drawer, decided } = await openApproval();
    answer(server, 'POST', approve, () => {
      decided();
      return errorResponse(409, 'approval_not_pending', { status: 'approved' });
    });
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    await press(panel, drawer, /^Approve/);
    await press(panel, await sheet(/^Approve ·/), /^Approve/);
    const notice = await screen.findByText(never);
    await waitFor(() => expect(document.activeElement?.contains(notice)).toBe(true));
    expect(document.activeElement).not.toBe(document.body);
    expect(scrolled).toHaveBeenCalled();
    await waitFor(() => expect(within(drawer).queryByRole('button', { name: /^Approve/, hidden: true })).toBeNull());
  });

  it('of the look before it, too', async () => {
    const { server, panel, drawer, decided } = await openApproval();
    server.on('POST', approve, () => {
      decided();
      return errorResponse(409, 'approval_not_pending', { status: 'approved' });
    });
    await press(panel, drawer, /^Approve/);
    await screen.findByText('This cannot be done');
    await waitFor(() => expect(within(drawer).queryByRole('button', { name: /^Approve/, hidden: true })).toBeNull());
  });
});

describe('a change without a key whose answer is lost', () => {
  async function openSeries() {
    const server = fakeServer();
    const series = { now: seriesNamed('Harbour', '01930000-0000-7000-8000-000000000021') };
    server.on('GET', '/v1/admin/series/:id', () => json(series.now, 200, { etag: `"${series.now.revision}"` }));
    server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([]));
    server.on('GET', '/v1/admin/audit-log', () => server.page([]));
    answer(server, 'POST', `/v1/admin/series/${series.now.id}/workflow`, () => {
      if (series.now.status === 'in_review')
        return errorResponse(409, 'invalid_transition', { currentState: 'in_review' });
      series.now = { ...series.now, status: 'in_review', revision: 2, allowed: [] };
      return networkError();
    });
    const panel = await openPanel(`/series/${series.now.id}`);
    await screen.findByRole('heading', { name: /Harbour/ });
    return { server, panel };
  }

  it('shows what the server has, and looking comes before doing it again', async () => {
    const { server, panel } = await openSeries();
    await press(panel, document.body, 'Submit for review');
    await press(panel, await sheet(/review/), /^Submit for review/);
    await screen.findByText(unknown);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Check'));
    await waitFor(() => expect(screen.queryByText('Draft', { ignore: 'option' })).toBeNull());
    await panel.user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByText(unknown)).toBeNull());
    expect(server.changes()).toHaveLength(1);
  });

  it('is not said to be undone when doing it again is refused', async () => {
    const { panel } = await openSeries();
    await press(panel, document.body, 'Submit for review');
    const shown = await sheet(/review/);
    await press(panel, shown, /^Submit for review/);
    await press(panel, shown, 'Send again');
    await screen.findByText(perhaps);
    expect(screen.queryByText(never)).toBeNull();
  });
});

describe('a save whose answer is lost', () => {
  const omar = {
    ...admin,
    id: '01930000-0000-7000-8000-0000000000bb',
    name: 'Omar Haddad',
    email: 'omar@demo.example',
  };

  async function saveAndLose() {
    const server = fakeServer();
    let now = omar;
    server.on('GET', '/v1/admin/admins', () => server.page([now]));
    server.on('GET', '/v1/admin/admins/:id', () => json(now, 200, { etag: `"${now.revision}"` }));
    server.on('GET', '/v1/admin/admins/me', () => json(admin));
    server.on('GET', '/v1/admin/roles', () => server.page([]));
    server.on('PUT', '/v1/admin/admins/:id', ({ query, body, ifMatch }) => {
      if (ifMatch !== `"${now.revision}"`) return errorResponse(412, 'stale_write');
      if (query.has('dryRun')) return dryRunReply();
      now = { ...now, ...Object(body), revision: now.revision + 1 };
      return networkError();
    });
    const panel = await openPanel(`/admins/${omar.id}`);
    const name = await screen.findByLabelText('Name');
    await panel.user.clear(name);
    await panel.user.type(name, 'Omar H');
    await press(panel, document.body, 'Save changes');
    await press(panel, await sheet(/^Edit/), /^Save/);
    await screen.findByText(unknown);
    return { server, panel };
  }

  const isSettled = async () => {
    const save = await screen.findByRole('button', { name: 'Save changes' });
    await waitFor(() => expect(save.hasAttribute('disabled')).toBe(true));
    expect(screen.queryByText('Someone else changed this')).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Yours' })).toBeNull();
  };

  it('is done when it is sent again and the server has it', async () => {
    const { panel } = await saveAndLose();
    await press(panel, await sheet(/^Edit/), 'Send again');
    await screen.findByText(/^Saved the changes to/);
    await panel.user.keyboard('{Enter}');
    await isSettled();
  });

  it('leaves no conflict with oneself behind when it is looked for', async () => {
    const { panel } = await saveAndLose();
    await press(panel, await sheet(/^Edit/), 'Check');
    await screen.findByRole('dialog', { name: 'Omar H' });
    await isSettled();
  });
});

it('Trying again in vain shows that it was tried', async () => {
  const { server, panel, drawer } = await openApproval();
  answer(server, 'POST', approve, networkError);
  await press(panel, drawer, /^Approve/);
  const shown = await sheet(/^Approve ·/);
  await press(panel, shown, /^Approve/);
  await screen.findByText(unknown);
  expect(screen.queryByText(/still no answer/)).toBeNull();
  await press(panel, shown, 'Try again');
  await screen.findByText(/still no answer/);
});

it('A look that is not answered is no refusal, and is taken again when the line is back', async () => {
  const { server, panel, drawer } = await openApproval();
  server.on('POST', approve, networkError);
  await press(panel, drawer, /^Approve/);
  await screen.findByText('Could not load the preview');
  expect(screen.queryByText('This cannot be done')).toBeNull();
  answer(server, 'POST', approve, () => json({}));
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  await within(await sheet(/^Approve ·/)).findByText('Nothing would change.');
});

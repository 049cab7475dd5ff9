import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { pendingGrant } from '../../../test/samples.ts';

it('The history has what is over, and not what still waits', async () => {
  const server = fakeServer();
  const over = { ...pendingGrant, id: '01930000-0000-7000-8000-0000000000b2', status: 'rejected' };
  server.on('GET', '/v1/admin/approvals', ({ query }) =>
    server.page([pendingGrant, over].filter(({ status }) => query.get('status')?.split(',').includes(status))),
  );
  await openPanel('/approvals?tab=history');
  await screen.findByText('Rejected', { selector: 'td *' });
  expect(screen.queryByText('Pending', { ignore: 'option' })).toBeNull();
  expect(screen.queryByRole('option', { name: 'Pending' })).toBeNull();
});

it.each([
  ['pending', 'What approving changes'],
  ['approved', 'What approving changed'],
  ['rejected', 'What approving would have changed'],
  ['expired', 'What approving would have changed'],
])('What a %s request does is titled “%s”', async (status, title) => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/approvals', () => server.page([]));
  server.on('GET', '/v1/admin/approvals/:id', () => json({ ...pendingGrant, status }));
  const { close } = await openPanel(`/approvals/${pendingGrant.id}?tab=history`);
  await screen.findByRole('heading', { name: title });
  close();
});

it('A request and what came of it lead to what they name, and show no ids', async () => {
  const idOf = (end: string) => `01930000-0000-7000-8000-0000000000${end}`;
  const server = fakeServer();
  const credit = {
    ...pendingGrant,
    kind: 'purchase_credit',
    status: 'approved',
    payload: { runId: idOf('c1'), line: 3, sku: 'coins_100', creditedBy: idOf('c2') },
    result: { purchaseId: idOf('c3'), eventId: idOf('c4'), coins: 110 },
  };
  server.on('GET', '/v1/admin/approvals', () => server.page([]));
  server.on('GET', '/v1/admin/approvals/:id', () => json(credit));
  const { close } = await openPanel(`/approvals/${pendingGrant.id}?tab=history`);
  const links = await screen.findAllByRole('link', { name: /: open$/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/reconciliation/${idOf('c1')}`,
    `/transactions/${idOf('c3')}`,
    `/ledger/${idOf('c4')}`,
  ]);
  expect(screen.queryByText(/0000c\d/)).toBeNull();
  close();
});

it('A rejected request opens with who rejected it and why, before what it would have changed', async () => {
  const server = fakeServer();
  const decidedBy = { ...pendingGrant.requestedBy, name: 'Kwame Mensah' };
  const rejected = { ...pendingGrant, status: 'rejected', decidedBy, decisionNote: 'He was paid back already' };
  server.on('GET', '/v1/admin/approvals', () => server.page([]));
  server.on('GET', '/v1/admin/approvals/:id', () => json(rejected));
  await openPanel(`/approvals/${pendingGrant.id}?tab=history`);
  const drawer = await screen.findByRole('dialog');
  const notice = await within(drawer).findByRole('status');
  expect(notice.textContent).toBe('Kwame Mensah rejected itHe was paid back already');
  const effects = within(drawer).getByRole('heading', { name: 'What approving would have changed' });
  expect(notice.compareDocumentPosition(effects)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

import { screen } from '@testing-library/react';
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

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';

it('The cause of a ledger event is said in words, and its id is only copied', async () => {
  const server = fakeServer();
  const [eventId, causeId] = ['a1', 'a2'].map((end) => `01930000-0000-7000-8000-0000000000${end}`);
  server.on('GET', '/v1/admin/ledger/events/:id', () =>
    json({
      eventId,
      reason: 'promo_grant',
      createdAt: '2035-01-01T00:00:00.000Z',
      entries: [],
      cause: { type: 'promo', id: causeId },
    }),
  );
  await openPanel(`/ledger/${eventId}`);
  await screen.findByRole('button', { name: 'Copy: ID' });
  expect(screen.getAllByText('Promo redeemed')).toHaveLength(2);
  expect(screen.queryByText('promo_grant')).toBeNull();
  expect(screen.queryByText(String(causeId))).toBeNull();
});

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { laylaInList, userId } from '../../../test/samples.ts';

const guest = (id: string, countryCode: string | null) => ({
  ...laylaInList,
  id,
  countryCode,
  isGuest: true,
  email: null,
  displayName: null,
  phoneE164: null,
});

it('Guests are told apart by the end of the id, and by their country', async () => {
  const [first, second] = [userId, userId.replace(/11$/, '12')];
  const server = fakeServer();
  server.on('GET', '/v1/admin/users', () => server.page([guest(first, 'ID'), guest(second, null)]));
  await openPanel('/users');
  await screen.findByText(`Guest \u2066…${first.slice(-8)}\u2069, Indonesia`);
  expect(screen.getByText(`Guest \u2066…${second.slice(-8)}\u2069`)).toBeTruthy();
});

it('Someone whose name was taken away is called so', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/users', () => server.page([{ ...guest(userId, 'ID'), status: 'deleted' }]));
  await openPanel('/users');
  await screen.findByText(`Anonymized user \u2066…${userId.slice(-8)}\u2069`);
});

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';

it('The page of building blocks is there in the demo', async () => {
  fakeServer().on('GET', '/v1/demo', () => json({ items: [], nextCursor: null }));
  await openPanel('/blocks');
  await screen.findByRole('heading', { level: 1, name: 'Building blocks' });
});

it('The page of building blocks is not there where real work is done', async () => {
  fakeServer();
  await openPanel('/blocks');
  await screen.findByText('Page not found');
  expect(screen.queryByRole('heading', { name: 'Building blocks' })).toBeNull();
});

import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { setLanguage } from '../../words/define.ts';

const item = {
  seriesId: '01930000-0000-7000-8000-000000000021',
  seriesTitle: 'Harbour',
  seriesTitleI18n: { id: 'Pelabuhan' },
  episodeNumber: null,
  title: 'Harbour',
  pictureUrl: null,
};

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

it('The home page asks for the prices and free series of the week ahead, and names both in the language', async () => {
  const server = fakeServer();
  const price = (id: string, activeFrom: string, about: object) => ({ id, coins: 5, activeFrom, ...about });
  server.on('GET', '/v1/admin/pricing/overrides', ({ query }) =>
    server.page(
      query.get('status') === 'planned'
        ? [
            price('1', inDays(3), { scopeRef: 'EG', item: null }),
            price('2', inDays(2), { scopeRef: item.seriesId, item }),
            price('3', inDays(8), { scopeRef: 'SA', item: null }),
          ]
        : [],
    ),
  );
  const series = { title: 'Ferry', titleI18n: { id: 'Kapal Feri' }, pictureUrl: null };
  server.on('GET', '/v1/admin/free-series', () =>
    server.page([{ id: '3', date: inDays(1).slice(0, 10), marketCode: 'EG', series }]),
  );
  await openPanel('/');
  const first = await screen.findByText('Harbour');
  const second = await screen.findByText('Egypt');
  expect(first.compareDocumentPosition(second)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await screen.findByText('Ferry · Egypt');
  expect(screen.queryByText('Saudi Arabia')).toBeNull();
  await act(() => setLanguage('id'));
  try {
    await screen.findByText('Pelabuhan');
    await screen.findByText('Mesir');
    await screen.findByText('Kapal Feri · Mesir');
  } finally {
    await act(() => setLanguage('en'));
  }
});

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

it('The home page asks for planned prices and this week’s free series, and names both in the language', async () => {
  const server = fakeServer();
  const price = (id: string, activeFrom: string, about: object) => ({ id, coins: 5, activeFrom, ...about });
  server.on('GET', '/v1/admin/pricing/overrides', ({ query }) =>
    server.page(
      query.get('status') === 'planned'
        ? [
            price('1', '2135-03-09T00:00:00.000Z', { scopeRef: 'EG', item: null }),
            price('2', '2135-03-08T00:00:00.000Z', { scopeRef: item.seriesId, item }),
          ]
        : [],
    ),
  );
  const series = { title: 'Ferry', titleI18n: { id: 'Kapal Feri' }, pictureUrl: null };
  server.on('GET', '/v1/admin/free-series', () =>
    server.page([{ id: '3', date: '2135-03-08', marketCode: 'EG', series }]),
  );
  await openPanel('/');
  const first = await screen.findByText('Harbour');
  const second = await screen.findByText('Egypt');
  expect(first.compareDocumentPosition(second)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await screen.findByText('Ferry · Egypt');
  await act(() => setLanguage('id'));
  try {
    await screen.findByText('Pelabuhan');
    await screen.findByText('Mesir');
    await screen.findByText('Kapal Feri · Mesir');
  } finally {
    await act(() => setLanguage('en'));
  }
});

import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { addDays, dayOf } from '../../ui/date/days.ts';

afterEach(() => vi.restoreAllMocks());

function timeline(activeFrom: string, activeTo: string) {
  const server = fakeServer();
  const price = { id: '1', scope: 'market', scopeRef: 'EG', item: null, coins: 17, active: true, revision: 1 };
  const window = { activeFrom: `${activeFrom}T00:00:00.000Z`, activeTo: `${activeTo}T00:00:00.000Z` };
  server.on('GET', '/v1/admin/pricing/overrides', () => server.page([{ ...price, ...window }]));
  server.on('GET', '/v1/admin/pricing/config', () => json({ defaultCoinsPerEpisode: 8, allowed: [] }));
}

const today = dayOf(new Date());

it('A price that runs for a day or two has its figure beside its bar', async () => {
  timeline(today, addDays(today, 2));
  await openPanel('/pricing');
  const row = within(await screen.findByRole('row', { name: /^Egypt/ }));
  row.getByRole('link', { name: /^Egypt: 17 coins/ });
  row.getByText('17');
});

it('The time line is moved to today where it is wider than the screen', async () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function box(this: Element) {
    return new DOMRect(this.hasAttribute('data-today') ? 700 : 0, 0, 360, 20);
  });
  timeline(today, addDays(today, 20));
  await openPanel('/pricing');
  const table = await screen.findByRole('table', { name: 'Prices over time' });
  expect(table.parentElement?.scrollLeft).toBe(700);
});

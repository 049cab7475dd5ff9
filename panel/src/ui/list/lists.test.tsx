import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel, renderUi } from '../../../test/render.tsx';
import { laylaInList } from '../../../test/samples.ts';
import { ListPage } from './list-page.tsx';
import type { ListState } from './search.ts';

interface Search extends ListState {
  readonly q?: string;
  readonly status?: string;
}

/** A list whose address stays as it was. */
/** The same object at each render, as the router gives it. */
const noSearch: Search = {};

function Names({ onSearch }: { onSearch: (next: Search) => void }) {
  const page = useQuery({ queryKey: ['names'], queryFn: () => ({ items: [], nextCursor: null }) });
  return (
    <ListPage<string, Search>
      name="users"
      label="Names"
      search={noSearch}
      onSearch={onSearch}
      filters={[
        { kind: 'text', name: 'q', label: 'Name' },
        { kind: 'choice', name: 'status', label: 'Status', options: [{ value: 'active', label: 'Active' }] },
      ]}
      page={page}
      columns={[]}
      rowKey={(name) => name}
      linkOf={() => ({})}
      empty={{ title: 'No names', text: '' }}
    />
  );
}

const pageOf = (name: string, nextCursor: string | null) =>
  json({ items: [{ ...laylaInList, displayName: name }], nextCursor, total: 3 });

describe('a list', () => {
  it('goes one page on when Next is pressed twice before the page is there', async () => {
    const server = fakeServer();
    const waiting: (() => void)[] = [];
    server.on('GET', '/v1/admin/users', async ({ query }) => {
      const cursor = query.get('cursor');
      if (cursor === null) return pageOf('First', 'to-second');
      await new Promise<void>((resolve) => waiting.push(resolve));
      return cursor === 'to-second' ? pageOf('Second', 'to-third') : pageOf('Third', null);
    });
    const { user, router } = await openPanel('/users');
    await screen.findByRole('link', { name: /First/ });
    const next = screen.getByRole('button', { name: 'Next page' });
    await user.click(next);
    await user.click(next);
    await waitFor(() => expect(waiting).toHaveLength(1));
    for (const answer of waiting) answer();
    await screen.findByRole('link', { name: /Second/ });
    expect(router.state.location.search).toEqual({ cursors: ['to-second'] });
    await user.click(next);
    await waitFor(() => expect(router.state.location.search).toEqual({ cursors: ['to-second', 'to-third'] }));
  });

  it('offers its pages with its rows, and every country to choose from', async () => {
    const server = fakeServer();
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.on('GET', '/v1/admin/users', async () => {
      await asked;
      return pageOf('First', null);
    });
    await openPanel('/users?country=BR');
    const countries = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Country' });
    expect(countries.selectedOptions[0]?.text).toBe('Brazil');
    await waitFor(() => expect(countries.options.length).toBeGreaterThan(240));
    expect(countries.selectedOptions[0]?.text).toBe('Brazil');
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
    answer();
    await screen.findByRole('link', { name: /First/ });
    screen.getByRole('button', { name: 'Next page' });
  });

  it('forgets a date that could not be read when its filters are cleared', async () => {
    const server = fakeServer();
    server.on('GET', '/v1/admin/users', () => pageOf('First', null));
    const { user, router } = await openPanel('/users?country=BR');
    const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Joined from' });
    await screen.findByRole('link', { name: /First/ });
    await user.type(field(), '40 Dec');
    expect(router.state.location.search).toEqual({ country: 'BR' });
    await user.tab();
    await screen.findByText(/Enter a date such as/);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect([field().value, router.state.location.search]).toEqual(['', {}]));
    expect(screen.queryByText(/Enter a date such as/)).toBeNull();
  });

  it('counts its pages on and goes back one by one, however many there were', async () => {
    const server = fakeServer();
    server.on('GET', '/v1/admin/users', ({ query }) => {
      const at = Number(query.get('cursor') ?? 1);
      return pageOf(`Page ${at}`, String(at + 1));
    });
    const cursors = Array.from({ length: 40 }, (_, at) => `${at + 2}`);
    const { user, router } = await openPanel(`/users?cursors=${encodeURIComponent(JSON.stringify(cursors))}`);
    const press = async (name: string, at: number) => {
      await user.click(screen.getByRole('button', { name }));
      await screen.findByRole('link', { name: new RegExp(`Page ${at}`) });
      screen.getByText(`Page ${at}`, { selector: '[aria-live]' });
    };
    await screen.findByRole('link', { name: /Page 41/ });
    await press('Next page', 42);
    await press('Next page', 43);
    await press('Previous page', 42);
    await router.navigate({ to: '/users', search: { cursors: ['4'], skipped: 2 } });
    await screen.findByRole('link', { name: /Page 4\b/ });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous page' }).disabled).toBe(true);
    expect(server.calls.some(({ query }) => query.has('skipped'))).toBe(false);
    await press('First page', 1);
  });

  it('leaves the words that are searched for as they are typed, spaces and all', async () => {
    const server = fakeServer();
    server.on('GET', '/v1/admin/users', () => pageOf('Layla K', null));
    const { user, router } = await openPanel('/users');
    const box = await screen.findByRole<HTMLInputElement>('searchbox');
    await user.type(box, 'layla ');
    await waitFor(() => expect(router.state.location.search).toEqual({ q: 'layla' }));
    expect(box.value).toBe('layla ');
    await user.type(box, 'k');
    await waitFor(() => expect(router.state.location.search).toEqual({ q: 'layla k' }));
    // Another way to the same list, such as Back, is followed.
    await router.navigate({ to: '/users', search: { q: 'omar' } });
    await waitFor(() => expect(box.value).toBe('omar'));
  });

  it('keeps a choice that was made while a text was still being typed', async () => {
    const onSearch = vi.fn<(next: Search) => void>();
    const { user } = await renderUi(
      <QueryClientProvider client={new QueryClient()}>
        <Names onSearch={onSearch} />
      </QueryClientProvider>,
    );
    // The router renders neither of the two before both are requested.
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Active');
    await user.type(screen.getByRole('searchbox', { name: 'Name' }), 'lay');
    await waitFor(() => expect(onSearch.mock.lastCall?.[0]).toMatchObject({ q: 'lay', status: 'active' }));
  });

  it('names its options so that typing finds them, and its filter beside them', async () => {
    const server = fakeServer();
    server.on('GET', '/v1/admin/users', () => pageOf('First', null));
    await openPanel('/users?status=active');
    const status = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Status' });
    const labels = [...status.options].map(({ text }) => text);
    expect(labels.slice(1)).toContain('Active');
    expect(labels.slice(1).filter((label) => label.startsWith('Status'))).toEqual([]);
    const rows = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Rows per page' });
    expect([...rows.options].map(({ text }) => text)).toEqual(['25', '50', '100', '200']);
  });

  it('opens a row in another tab by the middle button and by Ctrl, anywhere in the row', async () => {
    const server = fakeServer();
    server.on('GET', '/v1/admin/users', () => pageOf('First', null));
    const { user, router } = await openPanel('/users');
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /First/ });
    const cell = link.closest('tr')?.querySelector('td:last-child') ?? document.body;
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    await user.pointer({ keys: '[MouseMiddle]', target: cell });
    await user.keyboard('{Control>}');
    await user.click(cell);
    await user.keyboard('{/Control}');
    expect(opened.mock.calls.map(([url]) => url)).toEqual([link.href, link.href]);
    expect(router.state.location.pathname).toBe('/users');
  });

  it('says which row height it has', async () => {
    const server = fakeServer();
    server.on('GET', '/v1/admin/users', () => pageOf('First', null));
    const { user } = await openPanel('/users');
    await user.click(await screen.findByRole('button', { name: 'Row height: Compact' }));
    const table = await screen.findByRole('table');
    expect(table.dataset.density).toBe('roomy');
    await user.click(screen.getByRole('button', { name: 'Row height: Comfortable' }));
    expect(table.dataset.density).toBe('dense');
  });
});

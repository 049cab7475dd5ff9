import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { laylaInList } from '../../../test/samples.ts';

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
});

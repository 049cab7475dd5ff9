import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { admin, fakeServer, json, networkError } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { layla, userId } from '../../../test/samples.ts';
import type { Schema } from '../../api/client.ts';

const path = `/v1/admin/users/${userId}/notes`;

function openServer() {
  const server = fakeServer();
  const notes: Schema<'UserNote'>[] = [];
  server.on('GET', '/v1/admin/users/:id', () => json(layla));
  server.on('GET', '/v1/admin/users/:id/timeline', () => server.page([]));
  server.on('GET', path, () => server.page(notes));
  const addNote = (body: unknown): Schema<'UserNote'> => {
    const text = typeof body === 'object' && body !== null && 'body' in body ? String(body.body) : '';
    const note = {
      id: `n${notes.length}`,
      body: text,
      admin_email: admin.email,
      admin_name: admin.name,
      created_at: '2035-01-01T00:00:00.000Z',
    };
    notes.unshift(note);
    return note;
  };
  server.on('POST', path, ({ body }) => json(addNote(body), 201));
  return { server, addNote };
}

const field = () => screen.findByLabelText<HTMLTextAreaElement>('New note');
const button = (name: string) => screen.findByRole('button', { name });

describe('a note', () => {
  it('that is half written is there after a look at another tab, a reload and a failure, until it is added', async () => {
    const { server, addNote } = openServer();
    server.on('POST', path, networkError);
    let panel = await openPanel(`/users/${userId}?tab=notes`);
    await panel.user.type(await field(), 'Asked twice about');
    await panel.user.click(screen.getByRole('tab', { name: /Timeline/ }));
    await waitFor(() => expect(screen.queryByLabelText('New note')).toBeNull());
    await panel.user.click(screen.getByRole('tab', { name: /Notes/ }));
    expect((await field()).value).toBe('Asked twice about');

    panel.close();
    panel = await openPanel(`/users/${userId}?tab=notes`);
    expect((await field()).value).toBe('Asked twice about');
    await panel.user.click(await button('Add note'));
    await screen.findByText(/It is not among the notes below yet/);
    expect((await field()).value).toBe('Asked twice about');

    server.on('POST', path, ({ body }) => json(addNote(body), 201));
    await panel.user.click(await button('Add note'));
    await waitFor(async () => expect((await field()).value).toBe(''));
  });

  it('whose answer is lost is found among the notes, and is not added twice', async () => {
    const { server, addNote } = openServer();
    server.on('POST', path, ({ body }) => {
      addNote(body);
      return networkError();
    });
    const { user } = await openPanel(`/users/${userId}?tab=notes`);
    await user.type(await field(), 'Asked twice');
    await user.click(await button('Add note'));
    await waitFor(async () => expect((await field()).value).toBe(''));
    screen.getByText('Asked twice');
    expect(server.changes(path)).toHaveLength(1);
  });

  it('is looked for before it can be sent again, as long as the notes cannot be fetched', async () => {
    const { server, addNote } = openServer();
    const { user } = await openPanel(`/users/${userId}?tab=notes`);
    await screen.findByText('No notes yet');
    const isDown = { now: true };
    const notes: unknown[] = [];
    server.on('GET', path, () => (isDown.now ? networkError() : server.page(notes)));
    server.on('POST', path, ({ body }) => {
      notes.push(addNote(body));
      return networkError();
    });
    await user.type(await field(), 'Asked twice');
    await user.click(await button('Add note'));
    await user.click(await button('Check again'));
    await screen.findByText(/The notes could not be loaded either/);
    isDown.now = false;
    await user.click(await button('Check again'));
    await waitFor(async () => expect((await field()).value).toBe(''));
    expect(server.changes(path)).toHaveLength(1);
  });
});

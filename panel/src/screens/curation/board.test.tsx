import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { dryRunReply, errorResponse, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';

const idOf = (n: number): string => `01930000-0000-7000-8000-0000000000${n}`;

const rail = (n: number, change: object = {}) => ({
  id: idOf(n),
  surface: 'for_you',
  collectionId: idOf(n + 10),
  collection: { slug: `row-${n}`, titleI18n: { en: `Row ${n}` }, type: 'manual' },
  sort: n,
  status: 'active',
  revision: 1,
  orderRevision: 1,
  allowed: [],
  shownSeries: 3,
  hiddenSeries: 0,
  pictureUrls: [],
  createdAt: '2035-01-01T00:00:00.000Z',
  updatedAt: '2035-01-01T00:00:00.000Z',
  ...change,
});

/** A server that takes only the newest edition of a surface. */
async function openBoard(first = [rail(20), rail(21), rail(22)]) {
  const server = fakeServer();
  let [rails, revision] = [first, 1];
  const surface = (name: string) => ({
    surface: name,
    revision,
    shownAtMost: name === 'for_you' ? 2 : null,
    warnings: [],
    allowed: ['arrange'],
    rails: name === 'for_you' ? rails : [],
  });
  server.on('GET', '/v1/admin/surfaces/:surface', (_call, [name = '']) =>
    json(surface(name), 200, { etag: `"${revision}"` }),
  );
  server.on('PUT', '/v1/admin/surfaces/:surface', ({ query, ifMatch }, [name = '']) => {
    if (ifMatch !== `"${revision}"`) return errorResponse(412, 'stale_write');
    if (query.has('dryRun')) return dryRunReply({}, surface(name));
    return json(surface(name), 200, { etag: `"${revision}"` });
  });
  const panel = await openPanel('/rails');
  const column = within(await screen.findByRole('region', { name: 'For you' }));
  await column.findByRole('link', { name: 'Row 20' });
  const names = () => column.getAllByRole('link').map(({ textContent }) => textContent);
  const others = (changed: typeof first) => {
    [rails, revision] = [changed, revision + 1];
  };
  return { server, column, names, others, ...panel };
}

const apply = async ({ user, column }: Awaited<ReturnType<typeof openBoard>>) => {
  await user.click(column.getByRole('button', { name: 'Apply changes' }));
};

it('Rails are moved, paused and removed, and applied together', async () => {
  const board = await openBoard();
  const { column, user, server, names } = board;
  column.getByRole('button', { name: 'Move Row 22 up' }).focus();
  await user.keyboard('{Alt>}{Home}{/Alt}');
  expect(names()).toEqual(['Row 22', 'Row 20', 'Row 21']);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Row 22 up');
  column.getByText('Row 22 is now 1 of 3');
  await user.click(column.getByRole('button', { name: 'Pause Row 20' }));
  await user.click(column.getByRole('button', { name: 'Remove Row 21' }));
  const lines = within(column.getByRole('list', { name: 'For you' })).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    '−Row 21 removed',
    '↕Row 20 moved from 1 to 2',
    '•Row 20 paused',
  ]);
  expect(server.changes()).toEqual([]);
  await apply(board);
  const sheet = within(await screen.findByRole('dialog', { name: 'Change the rails of For you' }));
  await user.click(await sheet.findByRole('button', { name: /^Apply changes/ }));
  await waitFor(() => expect(server.changes()).toHaveLength(1));
  expect(server.changes()[0]).toMatchObject({
    ifMatch: '"1"',
    body: {
      rails: [
        { id: idOf(22), status: 'active' },
        { id: idOf(20), status: 'paused' },
      ],
      removed: [idOf(21)],
    },
  });
});

it('Someone else’s newer board is shown beside what is staged, and mine is done to theirs', async () => {
  const board = await openBoard();
  const { column, user, others, names } = board;
  await user.click(column.getByRole('button', { name: 'Pause Row 20' }));
  others([rail(21), rail(20), rail(23)]);
  await apply(board);
  const conflict = within(await column.findByRole('alert'));
  const listed = (name: string) =>
    within(conflict.getByRole('region', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(listed('Now saved')).toEqual(['Row 21', 'Row 20', 'Row 23']);
  expect(listed('Yours')).toEqual(['Row 20 (paused)', 'Row 21', 'Row 22']);
  await user.click(conflict.getByRole('button', { name: 'Reapply my changes' }));
  await waitFor(() => expect(names()).toEqual(['Row 21', 'Row 20', 'Row 23']));
  column.getByRole('button', { name: 'Resume Row 20' });
  column.getByText('For you: 1 edited');
});

it('The line stands where the app stops to show rails, which leaves out paused and empty ones', async () => {
  const { column } = await openBoard([
    rail(20),
    rail(21, { status: 'paused' }),
    rail(22, { shownSeries: 0 }),
    rail(23),
    rail(24),
  ]);
  const lines = column.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
  expect(lines.findIndex((text) => text.startsWith('The app shows 2'))).toBe(4);
  column.getByText('2 of 2 shown');
  column.getByText('Empty, not shown');
});

it('Whoever adds a rail sees which collections the surface shows already', async () => {
  const { server, column, user } = await openBoard();
  const made = { explanation: 'Made by hand', type: 'manual', rule: null, items: [], usedBy: [], allowed: [] };
  const offered = [30, 50].map((n) => ({ ...made, id: idOf(n), slug: `row-${n}`, titleI18n: { en: `Offer ${n}` } }));
  server.on('GET', '/v1/admin/collections', () => server.page(offered));
  server.on('GET', '/v1/admin/collections/contents', () => server.page([]));
  await user.click(column.getByRole('button', { name: 'Add rail' }));
  const adder = within(await screen.findByRole('dialog', { name: 'Add rail to For you' }));
  const offers = (await adder.findAllByRole('listitem')).map(({ textContent }) => textContent ?? '');
  expect(offers.map((text) => text.includes('Already shown there'))).toEqual([true, false]);
});

/** Rows of ten pixels one under the other, which a page that is not drawn does not have. */
function stackRows(): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rectOf(this: Element) {
    const place = [...(this.parentElement?.children ?? [])].indexOf(this);
    return new DOMRect(0, place * 10, 100, 10);
  });
}

it('A rail that is dropped on the line where the app stops is the first below it', async () => {
  const { column, names } = await openBoard([rail(20), rail(21), rail(22), rail(23)]);
  stackRows();
  const line = column.getByText(/^The app shows 2/);
  const dataTransfer = { setData: () => {}, setDragImage: () => {} };
  const grip = column.getByTitle('Drag Row 23 to another place');
  fireEvent.dragStart(grip, { dataTransfer });
  await waitFor(() => expect(grip.closest('[data-dragged]')).not.toBeNull());
  fireEvent(line, new MouseEvent('drop', { bubbles: true, cancelable: true, clientY: 25 }));
  await waitFor(() => expect(names()).toEqual(['Row 20', 'Row 21', 'Row 23', 'Row 22']));
  vi.restoreAllMocks();
});

it('The picture of a dragged rail stays under the pointer, at either end of the row', async () => {
  const { column } = await openBoard([rail(20), rail(21)]);
  stackRows();
  const setDragImage = vi.fn<(row: Element, x: number, y: number) => void>();
  const grip = column.getByTitle('Drag Row 21 to another place');
  const start = new MouseEvent('dragstart', { bubbles: true, clientX: 90, clientY: 15 });
  fireEvent(grip, Object.assign(start, { dataTransfer: { setData: () => {}, setDragImage } }));
  expect(setDragImage).toHaveBeenCalledWith(grip.closest('li'), 90, 5);
  vi.restoreAllMocks();
});

/** Applies what is staged, and presses the button that takes it back. */
async function applyAndUndo(board: Awaited<ReturnType<typeof openBoard>>, meanwhile = () => {}) {
  const { user } = board;
  await apply(board);
  const sheet = within(await screen.findByRole('dialog', { name: 'Change the rails of For you' }));
  await user.click(await sheet.findByRole('button', { name: /^Apply changes/ }));
  const toast = within(await screen.findByRole('group', { name: 'Changed the rails of For you' }));
  meanwhile();
  await user.click(toast.getByRole('button', { name: 'Undo' }));
}

it('What was applied is taken back after a look: removed rails return, and paused ones resume', async () => {
  const board = await openBoard();
  const { column, user, server } = board;
  await user.click(column.getByRole('button', { name: 'Pause Row 20' }));
  await user.click(column.getByRole('button', { name: 'Remove Row 21' }));
  await applyAndUndo(board);
  const sheet = within(await screen.findByRole('dialog', { name: 'Undo: Change the rails of For you' }));
  expect(server.changes()).toHaveLength(1);
  await user.click(await sheet.findByRole('button', { name: /^Undo/ }));
  await screen.findByRole('group', { name: 'Undone: Change the rails of For you' });
  await waitFor(() => expect(server.changes()).toHaveLength(2));
  expect(server.changes()[1]).toMatchObject({
    ifMatch: '"1"',
    body: {
      rails: [
        { id: idOf(20), status: 'active' },
        { collectionId: idOf(31), status: 'active' },
        { id: idOf(22), status: 'active' },
      ],
      removed: [],
    },
  });
});

it('What someone else has changed since is not taken back', async () => {
  const board = await openBoard();
  const { column, user, server, others } = board;
  await user.click(column.getByRole('button', { name: 'Pause Row 20' }));
  await applyAndUndo(board, () => others([rail(21), rail(20)]));
  const refused = within(await screen.findByRole('group', { name: 'Could not undo' }));
  refused.getByText(/changed again since/);
  expect(server.changes()).toHaveLength(1);
});

import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  dryRunReply,
  errorResponse,
  fakeServer,
  json,
  networkError,
  neverResponds,
} from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { seriesNamed } from '../../../test/samples.ts';

const names = ['Harbour', 'Saffron', 'Jakarta', 'Ferry'];
const all = names.map((name, at) => seriesNamed(name, `01930000-0000-7000-8000-00000000002${at}`));

it('Of many changes each keeps its key until its outcome is known, and is done once', async () => {
  const server = fakeServer();
  let isDown = true;
  server.on('GET', '/v1/admin/series', () => server.page(all));
  server.on('POST', '/v1/admin/series/:id/workflow', ({ query }, [id]) => {
    const { title } = all.find((one) => one.id === id) ?? {};
    if (query.has('dryRun')) return title === 'Ferry' ? errorResponse(404, 'not_found') : dryRunReply();
    return title === 'Saffron' && isDown ? networkError() : json({});
  });
  const { user } = await openPanel('/series');
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(screen.getByRole('button', { name: 'Submit for review' }));
  const dialog = await screen.findByRole('dialog', { name: 'Submit series for review' });
  await within(dialog).findByText('3 will change · 1 blocked');
  await user.click(within(dialog).getByRole('button', { name: 'Submit for review' }));

  // The rest would wait as long for an answer that does not come.
  await within(dialog).findByText('1 done · 1 failed · 1 with an unknown result · 1 not sent');
  const keysOf = (name: string) =>
    server.changes(`/v1/admin/series/${all[names.indexOf(name)]?.id}/workflow`).map(({ key }) => key);
  expect(names.map((name) => keysOf(name).length)).toEqual([1, 1, 0, 0]);

  isDown = false;
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  await within(dialog).findByText('3 done · 1 failed');
  expect(names.map((name) => keysOf(name).length)).toEqual([1, 2, 1, 0]);
  expect(new Set(keysOf('Saffron')).size).toBe(1);
});

it('Of many changes, one that is refused after an unanswered attempt is not said to have failed', async () => {
  const server = fakeServer();
  const done = new Set<string | undefined>();
  server.on('GET', '/v1/admin/series', () => server.page(all.slice(0, 2)));
  server.on('POST', '/v1/admin/series/:id/workflow', ({ query }, [id]) => {
    if (query.has('dryRun')) return dryRunReply();
    if (done.has(id)) return errorResponse(409, 'invalid_transition', { currentState: 'in_review' });
    done.add(id);
    return id === all[0]?.id ? networkError() : json({});
  });
  const { user } = await openPanel('/series');
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(screen.getByRole('button', { name: 'Submit for review' }));
  const dialog = await screen.findByRole('dialog', { name: 'Submit series for review' });
  await within(dialog).findByText('2 will change');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await within(dialog).findByText('1 with an unknown result · 1 not sent');
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  await within(dialog).findByText('1 done · 1 with an unknown result');
  within(dialog).getByText(/Your earlier attempt may have gone through/);
});

const many = Array.from({ length: 9 }, (_, at) => ({
  ...seriesNamed(`Series ${at}`, `01930000-0000-7000-8000-00000000003${at}`),
  posterAssetId: '01930000-0000-7000-8000-0000000000e1',
}));

it('Of many, the first few are named with their pictures, and those that cannot take part with the reason', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/series', () => server.page(many));
  const poster = { id: many[0]?.posterAssetId, url: '/media/files/poster.jpg' };
  server.on('GET', '/v1/admin/media/assets', () => server.page([poster]));
  server.on('POST', '/v1/admin/series/:id/workflow', (_, [id = '']) => {
    if (id.endsWith('8')) return errorResponse(400, 'invalid_transition', { currentState: 'archived' });
    const after = { status: 'in_review', scheduleId: '01930000-0000-7000-8000-00000000beef' };
    return dryRunReply({ changes: [{ type: 'series', id, before: { status: 'draft' }, after }] });
  });
  const { user } = await openPanel('/series');
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(screen.getByRole('button', { name: 'Submit for review' }));
  const dialog = await screen.findByRole('dialog', { name: 'Submit series for review' });
  await within(dialog).findByText('8 will change · 1 blocked');
  const names = () => within(dialog).getAllByText(/^Series \d$/);
  expect(names().map(({ textContent }) => textContent)).toEqual([0, 1, 2, 3, 4, 5, 8].map((at) => `Series ${at}`));
  within(dialog).getByText(/Archived/);
  await waitFor(() => expect(dialog.querySelectorAll('li img')).toHaveLength(7));
  within(dialog).getAllByText('Status: Draft → In review');
  expect(dialog.textContent).not.toContain('beef');
  await user.click(within(dialog).getByRole('button', { name: 'and 2 more' }));
  expect(names()).toHaveLength(9);
});

it('A note for many is still there when the dialog was closed, and gone once they are done', async () => {
  const server = fakeServer();
  const harbour = { ...seriesNamed('Harbour', '01930000-0000-7000-8000-000000000041'), allowed: ['submit'] };
  const { posterAssetId: _poster, heroAssetId: _hero, ...rest } = harbour;
  const id = harbour.id.replace(/.$/, '2');
  const episode = { ...rest, id, seriesId: harbour.id, episodeNumber: 1, title: 'The letter', cliffhanger_score: 1 };
  const parts = { captions: [], media: null, mediaAssetId: null, thumb_asset_id: null };
  server.on('GET', '/v1/admin/series/:id', () => json(harbour, 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([{ ...episode, ...parts }]));
  for (const path of ['/v1/admin/series/:id/workflow', '/v1/admin/episodes/:id/workflow']) {
    server.on('POST', path, ({ query }) => (query.has('dryRun') ? dryRunReply() : json({})));
  }
  const { user } = await openPanel(`/series/${harbour.id}`);
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Submit for review' }));
    const dialog = await screen.findByRole('dialog', { name: 'Submit Harbour for review' });
    return { dialog, note: await within(dialog).findByLabelText<HTMLTextAreaElement>(/^Note/) };
  };
  const first = await open();
  await user.type(first.note, 'For Friday');
  await user.click(within(first.dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const second = await open();
  expect(second.note.value).toBe('For Friday');
  await user.click(within(second.dialog).getByRole('button', { name: 'Submit for review' }));
  await screen.findByRole('group', { name: 'Submitted Harbour for review' });
  expect(server.changes().map(({ body }) => body)).toEqual(Array(2).fill({ action: 'submit', note: 'For Friday' }));
  expect((await open()).note.value).toBe('');
});

it('Of many changes, one that is refused for its fields says which and why', async () => {
  const server = fakeServer();
  const details = [
    { path: 'titleI18n.en', message: 'must not be longer than 200 characters' },
    { path: 'tags.0', message: 'must not be empty' },
  ];
  server.on('GET', '/v1/admin/series', () => server.page(all.slice(0, 2)));
  server.on('POST', '/v1/admin/series/:id/workflow', (_, [id]) =>
    id === all[0]?.id ? errorResponse(400, 'validation_failed', { details }) : dryRunReply(),
  );
  const { user } = await openPanel('/series');
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(screen.getByRole('button', { name: 'Submit for review' }));
  const dialog = await screen.findByRole('dialog', { name: 'Submit series for review' });
  await within(dialog).findByText(/: must not be longer than 200 characters and Tags: must not be empty/);
  expect(within(dialog).queryByText(/\(en|en:|0:/i)).toBeNull();
});

async function openSubmitDialog() {
  const panel = await openPanel('/series');
  await panel.user.click(await screen.findByLabelText('Select all on this page'));
  await panel.user.click(screen.getByRole('button', { name: 'Submit for review' }));
  return { ...panel, dialog: await screen.findByRole('dialog', { name: 'Submit series for review' }) };
}

it('Many changes are sent once when they are confirmed twice before the button is busy', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/series', () => server.page(all));
  server.on('POST', '/v1/admin/series/:id/workflow', ({ query }) => (query.has('dryRun') ? dryRunReply() : json({})));
  const { dialog } = await openSubmitDialog();
  await within(dialog).findByText('4 will change');
  const confirm = within(dialog).getByRole('button', { name: /^Submit for review/ });
  expect(confirm.textContent).toContain('↵');
  act(() => {
    confirm.click();
    confirm.click();
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.changes()).toHaveLength(4);
});

it('Closing a dialog cancels its running dry runs and starts no others', async () => {
  const server = fakeServer();
  const signals: AbortSignal[] = [];
  server.on('GET', '/v1/admin/series', () =>
    server.page([...all, seriesNamed('Quay', '01930000-0000-7000-8000-00000000002f')]),
  );
  server.on('POST', '/v1/admin/series/:id/workflow', (call) => {
    signals.push(call.signal);
    return neverResponds(call);
  });
  const { user, dialog } = await openSubmitDialog();
  await waitFor(() => expect(signals).toHaveLength(4));
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true, true]));
});

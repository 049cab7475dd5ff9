import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { pendingSchedule } from '../../../test/samples.ts';

const schedule = {
  ...pendingSchedule,
  id: '01930000-0000-7000-8000-0000000000c1',
  refType: 'episode',
  refId: '01930000-0000-7000-8000-0000000000c2',
  missing: ['video', 'captions'],
  item: { seriesId: 'x', seriesTitle: 'Harbour', episodeNumber: 1, title: 'The letter' },
};

it('Moving a date is one step, and shows the old date and the new one', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/schedules', ({ query }) =>
    server.page(query.get('status') === 'failed' ? [] : [schedule]),
  );
  const [before, after] = [schedule.runAt, '2135-11-26T12:00:00.000Z'].map((runAt) => ({ status: 'pending', runAt }));
  server.on('PUT', '/v1/admin/schedules/:id', ({ body, query }) => {
    expect(body).toEqual({ runAt: after?.runAt });
    if (!query.has('dryRun')) return json({ ...schedule, ...after, revision: 2 });
    return dryRunReply({ changes: [{ type: 'schedule', id: schedule.id, before, after }] });
  });
  const { user } = await openPanel('/calendar?day=2135-11-25');
  const chip = await screen.findByRole('button', { name: /Harbour, episode 1/ });
  chip.focus();
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  const dialog = await screen.findByRole('dialog', { name: /^Move Harbour/ });
  await within(dialog).findByText(/25 Nov, 12:00 → 26 Nov, 12:00 UTC/);
  await within(dialog).findByText('Goes live');
  await user.click(within(dialog).getByRole('button', { name: /^Move/ }));
  await screen.findByRole('group', { name: 'Moved Harbour, episode 1 to 26 Nov 2135, 12:00 UTC' });
});

it('A date says on its chip what would go live without, and says it again when it is opened', async () => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/schedules', ({ query }) =>
    server.page(query.get('status') === 'failed' ? [] : [schedule]),
  );
  const { user } = await openPanel('/calendar?day=2135-11-25');
  const chip = await screen.findByRole('button', {
    name: /Harbour, episode 1.*Not ready, missing: video and captions/,
  });
  await user.click(chip);
  const drawer = await screen.findByRole('dialog', { name: /Harbour/ });
  await within(drawer).findByText('Not ready, missing: video and captions');
});

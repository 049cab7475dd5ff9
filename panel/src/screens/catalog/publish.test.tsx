import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { seriesNamed } from '../../../test/samples.ts';

const id = '01930000-0000-7000-8000-000000000041';

function serve(series: object) {
  const server = fakeServer();
  const shown = { ...seriesNamed('The Harbour Bride', id), episodeCount: 3, ...series };
  server.on('GET', '/v1/admin/series/:id', () => json(shown, 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page([]));
  server.on('GET', '/v1/admin/schedules', () => server.page([]));
  server.on('POST', '/v1/admin/series/:id/workflow', () => dryRunReply());
}

it('Publishing a series says how many of its episodes viewers will see', async () => {
  serve({ status: 'in_review', allowed: ['publish', 'send_back'] });
  const { user } = await openPanel(`/series/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Publish now' }));
  const dialog = await screen.findByRole('dialog', { name: /^Publish The Harbour Bride/ });
  within(dialog).getByText('0 of 3 episodes will be visible now. Title and artwork lock.');
});

it('The main button of a scheduled series does not undo its schedule', async () => {
  serve({ status: 'scheduled', allowed: ['unpublish'] });
  await openPanel(`/series/${id}`);
  const button = await screen.findByRole('button', { name: 'Unschedule' });
  expect(button.dataset.variant).toBe('default');
});

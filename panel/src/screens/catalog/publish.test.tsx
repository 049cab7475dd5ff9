import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { episodeOf, seriesNamed } from '../../../test/samples.ts';

const id = '01930000-0000-7000-8000-000000000041';

function serve(series: object, episodes: readonly object[] = []) {
  const server = fakeServer();
  const shown = { ...seriesNamed('The Harbour Bride', id), episodeCount: 3, ...series };
  server.on('GET', '/v1/admin/series/:id', () => json(shown, 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/series/:id/episodes', () => server.page(episodes));
  server.on('GET', '/v1/admin/schedules', () => server.page([]));
  server.on('POST', '/v1/admin/series/:id/workflow', () => dryRunReply());
}

it('Publishing a series says how many of its episodes viewers will see', async () => {
  serve({ status: 'in_review', allowed: ['publish', 'send_back'] });
  const { user } = await openPanel(`/series/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Publish now' }));
  const dialog = await screen.findByRole('dialog', { name: /^Publish The Harbour Bride/ });
  within(dialog).getByText(
    '0 of 3 episodes will be visible now. Title and URL slug will be locked; changing artwork requires a note.',
  );
});

it('The main button of a scheduled series does not undo its schedule', async () => {
  serve({ status: 'scheduled', allowed: ['unpublish'] });
  await openPanel(`/series/${id}`);
  const button = await screen.findByRole('button', { name: 'Unschedule' });
  expect(button.dataset.variant).toBe('default');
});

const episodeWith = (number: number, media: object | null) => episodeOf(id, number, { media });
const inReview = { status: 'in_review', allowed: ['publish', 'send_back', 'schedule'] };

it('Publishing is not the main button while no episode has a video, and says so', async () => {
  serve(inReview, [episodeWith(2, null), episodeWith(3, { status: 'processing', durationS: null })]);
  await openPanel(`/series/${id}`);
  await screen.findByText('Publishing now shows viewers nothing: 0 of 2 episodes have a finished video.');
  const [schedule, publish] = ['Schedule', 'Publish now'].map((name) => screen.getByRole('button', { name }));
  expect([schedule?.dataset.variant, publish?.dataset.variant]).toEqual(['filled', 'default']);
  expect(document.getElementById(publish?.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/0 of 2/);
});

it('Publishing is the main button once there is something to watch', async () => {
  serve(inReview, [episodeWith(2, { status: 'ready', durationS: 60 }), episodeWith(3, null)]);
  await openPanel(`/series/${id}`);
  await screen.findByRole('tab', { name: /Episodes/ });
  expect((await screen.findByRole('button', { name: 'Publish now' })).dataset.variant).toBe('filled');
  expect(screen.queryByText(/Publishing now shows/)).toBeNull();
});

it('What a scheduled series lacks is said until it is there', async () => {
  serve({ status: 'scheduled', allowed: ['unpublish'], missing: ['video', 'captions'] });
  await openPanel(`/series/${id}`);
  const list = within((await screen.findByText('Before it goes live')).parentElement ?? document.body);
  list.getByText(/^Missing: .*video.* and .*captions/);
});

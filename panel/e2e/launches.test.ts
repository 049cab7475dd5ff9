import { expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin, makeSeriesWithEpisodes } from './harness/content.ts';

const { server, visitAs } = testBrowser();

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

it('An editor finds what holds a launch up, mends it from there, and sees what others do meanwhile', async () => {
  const series = await makeSeriesWithEpisodes(server, 'The Last Ferry', 1);
  const deniz = await demoAdmin(server, 'content_manager');
  const plan = { refType: 'episode', refId: series.episodes[0], action: 'publish', runAt: inDays(3) };
  const schedule = await deniz.call<{ id: string }>('POST', '/v1/admin/schedules', plan);
  await deniz.call('POST', `/v1/admin/series/${series.id}/workflow`, { action: 'submit' });

  const { page } = await visitAs('content_manager');
  await page.goto('/');
  await page.getByRole('link', { name: /^Launch: / }).click();
  await page.waitForURL(/\/launches\?within=week/);
  const listed = page.getByRole('row', { name: new RegExp(series.title) });
  await listed.getByText('No date').first().waitFor();
  await listed.getByRole('link').click();
  await page.getByRole('heading', { name: `Launch room: ${series.title}` }).waitFor();
  const verdict = page.getByRole('status', { name: 'Go or no-go' });
  await verdict.getByText('No-go').waitFor();
  const whole = page.getByRole('row', { name: /Whole series/ });
  await page
    .getByRole('row', { name: /Part 1/ })
    .getByRole('link', { name: 'No-go No video' })
    .waitFor();

  // Given a date from there, it turns out to come before its only episode.
  await whole.getByRole('link', { name: 'No-go No date' }).click();
  const drawer = page.getByRole('dialog', { name: `Schedule ${series.title}` });
  await drawer.getByRole('button', { name: 'Continue' }).click();
  const sheet = page.getByRole('dialog', { name: `Schedule ${series.title}` }).last();
  await sheet.getByRole('button', { name: /^Schedule/ }).click();
  await sheet.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Launch room' }).click();
  const clock = page.getByRole('region', { name: 'Goes live' });
  await clock.getByRole('timer').waitFor();
  await whole.getByRole('link', { name: 'No-go No episode is live at launch' }).waitFor();

  // A colleague moves the episode: the room shows it by itself.
  await deniz.call('PUT', `/v1/admin/schedules/${schedule.id}`, { runAt: inDays(0.1) });
  await whole.getByText('Something to watch').waitFor();
  expect(await whole.getByRole('link', { name: /No poster/ }).count()).toBe(1);
});

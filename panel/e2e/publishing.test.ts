import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin, makeSeriesWithEpisodes } from './harness/content.ts';

const { server, visitAs } = testBrowser();

interface Schedule {
  readonly id: string;
  readonly refId: string;
  readonly runAt: string;
  readonly status: string;
  readonly item: { readonly episodeNumber: number | null };
}

type CreatedSeries = Awaited<ReturnType<typeof makeSeriesWithEpisodes>>;

const manager = () => demoAdmin(server, 'content_manager');
const makeSeries = (stem: string, inReview: number, drafts = 0) =>
  makeSeriesWithEpisodes(server, stem, inReview, drafts);

const schedule = async (refId: string | undefined, runAt: string): Promise<Schedule> =>
  (await manager()).call('POST', '/v1/admin/schedules', { refType: 'episode', refId, action: 'publish', runAt });

const openOf = async ({ id }: CreatedSeries): Promise<Schedule[]> => {
  const path = `/v1/admin/schedules?seriesId=${id}&status=pending`;
  return (await (await manager()).call<{ items: Schedule[] }>('GET', path)).items;
};

describe('scheduling in bulk', () => {
  it('shows the dates it will make, leaves out what is not in review, and makes exactly those', async () => {
    const { page } = await visitAs('content_manager');
    const series = await makeSeries('The Weekly Drop', 3, 1);
    await page.goto(`/series/${series.id}?tab=episodes`);
    await page.getByRole('checkbox', { name: 'Select all episodes' }).check();
    await page.getByText('4 episodes selected').waitFor();
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    const builder = page.getByRole('dialog', { name: `Schedule episodes of ${series.title}` });
    await builder.getByText('1 episode is skipped because it is not in review: 4 (Draft).').waitFor();
    await builder.getByLabel('Frequency').selectOption({ label: 'Every few days' });
    await builder.getByLabel('Days between episodes').fill('3');
    await builder.getByLabel(/^First episode goes live/).fill('2031-12-29T18:30');
    const dates = builder.getByRole('table', { name: 'Resulting dates' }).getByRole('row');
    await expect
      .poll(() => dates.allInnerTexts())
      .toEqual([
        expect.stringContaining('Goes live'),
        expect.stringMatching(/Part 1\s+Mon, 29 Dec 2031, 18:30/),
        expect.stringMatching(/Part 2\s+Thu, 1 Jan 2032, 18:30/),
        expect.stringMatching(/Part 3\s+Sun, 4 Jan 2032, 18:30/),
      ]);
    expect(await openOf(series)).toEqual([]);

    await builder.getByRole('button', { name: 'Continue' }).click();
    const sheet = page.getByRole('dialog', { name: `Schedule 3 episodes of ${series.title}` });
    await sheet.getByText('The first goes live on 29 Dec 2031, 18:30, the last on 4 Jan 2032, 18:30 UTC.').waitFor();
    await sheet.getByRole('button', { name: /Schedule all/ }).click();
    await sheet.waitFor({ state: 'hidden' });
    expect((await openOf(series)).map(({ runAt }) => runAt)).toEqual([
      '2031-12-29T18:30:00.000Z',
      '2032-01-01T18:30:00.000Z',
      '2032-01-04T18:30:00.000Z',
    ]);
    await page.getByRole('grid').getByText('29 Dec, 18:30').waitFor();
  });

  it('takes a date for each from the calendar, and marks what cannot be scheduled any more', async () => {
    const { page } = await visitAs('content_manager');
    const series = await makeSeries('The Odd Dates', 2);
    await page.goto('/calendar');
    await page.getByRole('button', { name: 'Schedule episodes' }).click();
    const picker = page.getByRole('dialog', { name: /Schedule episodes/ });
    await picker.getByLabel('Find a series').fill(series.title);
    // The list is loaded again while the title is typed.
    await expect.poll(() => picker.getByRole('radio').count()).toBe(1);
    await picker.getByRole('radio', { name: series.title }).check();
    await picker.getByLabel('Frequency').selectOption({ label: 'Individual dates' });
    await picker.getByLabel(/^When episode 1 goes live, UTC/).fill('2032-02-01T10:00');
    await picker.getByLabel(/^When episode 2 goes live, UTC/).fill('2032-02-05T21:15');

    const { call } = await manager();
    const second = `/v1/admin/episodes/${series.episodes[1]}/workflow`;
    await call('POST', second, { action: 'send_back' });
    await picker.getByRole('button', { name: 'Continue' }).click();
    await picker.getByText('Some cannot be scheduled, so none was.').waitFor();
    await picker.getByText('Cannot be scheduled in the status “Draft”').waitFor();
    expect(await openOf(series)).toEqual([]);

    await call('POST', second, { action: 'submit' });
    await picker.getByRole('button', { name: 'Continue' }).click();
    const sheet = page.getByRole('dialog', { name: `Schedule 2 episodes of ${series.title}` });
    await sheet.getByRole('button', { name: /Schedule all/ }).click();
    await sheet.waitFor({ state: 'hidden' });
    expect((await openOf(series)).map(({ runAt }) => runAt)).toEqual([
      '2032-02-01T10:00:00.000Z',
      '2032-02-05T21:15:00.000Z',
    ]);
  });
});

describe('the calendar', () => {
  it('moves what is planned by dragging it to another day, at the same time', async () => {
    const { page } = await visitAs('content_manager');
    const series = await makeSeries('The Dragged', 1);
    await schedule(series.episodes[0], '2033-03-09T18:30:00Z');
    await page.goto('/calendar?view=week&day=2033-03-09');
    const lane = page.getByRole('row', { name: new RegExp(series.title) });
    await lane.getByRole('button').dragTo(lane.getByRole('cell').nth(4));
    const sheet = page.getByRole('dialog', { name: `Move ${series.title}, episode 1` });
    await sheet.getByText('9 Mar, 18:30 → 11 Mar, 18:30 UTC').waitFor();
    await sheet.getByRole('button', { name: /Move/ }).click();
    await sheet.waitFor({ state: 'hidden' });
    expect(await openOf(series)).toMatchObject([{ runAt: '2033-03-11T18:30:00.000Z' }]);
    await lane.getByRole('button', { name: /11 Mar 2033, 18:30 UTC, Scheduled/ }).waitFor();
  });

  it('moves it from the keyboard too, by a day or to any moment, and takes it off', async () => {
    const { page } = await visitAs('content_manager');
    const series = await makeSeries('The Typed', 1);
    await schedule(series.episodes[0], '2033-04-12T08:00:00Z');
    await page.goto('/calendar?day=2033-04-12');
    const chip = page.getByRole('button', { name: new RegExp(`^${series.title}`) });
    await chip.focus();
    await page.keyboard.press('Alt+ArrowLeft');
    const sheet = page.getByRole('dialog', { name: `Move ${series.title}, episode 1` });
    await sheet.getByText('12 Apr, 08:00 → 11 Apr, 08:00 UTC').waitFor();
    await expect.poll(() => sheet.getByRole('button', { name: /Move/ }).isEnabled()).toBe(true);
    await page.keyboard.press('Control+Enter');
    await sheet.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: new RegExp(`^${series.title}.*11 Apr 2033`) }).focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: `${series.title}, episode 1` });
    await drawer.getByLabel(/^Goes live/).fill('2033-04-20T23:45');
    await drawer.getByRole('button', { name: 'Continue' }).click();
    await sheet.getByRole('button', { name: /Move/ }).click();
    await sheet.waitFor({ state: 'hidden' });
    expect(await openOf(series)).toMatchObject([{ runAt: '2033-04-20T23:45:00.000Z' }]);

    await page.getByRole('button', { name: new RegExp(`^${series.title}.*20 Apr 2033`) }).click();
    await drawer.getByRole('button', { name: 'Unschedule' }).click();
    const off = page.getByRole('dialog', { name: `Unschedule ${series.title}, episode 1` });
    await off.getByRole('button', { name: /Unschedule/ }).click();
    await off.waitFor({ state: 'hidden' });
    expect(await openOf(series)).toEqual([]);
  });

  it('leaves it on its date when a move is refused, and moves it at the next try', async () => {
    const { page } = await visitAs('content_manager');
    const series = await makeSeries('The Half Done', 1);
    await schedule(series.episodes[0], '2033-06-14T08:00:00Z');
    await page.goto('/calendar?day=2033-06-14');
    let refused = 0;
    await page.route(
      (url) => /\/v1\/admin\/schedules\/[^/]+$/.test(url.pathname) && !url.searchParams.has('dryRun'),
      (route) => {
        if (route.request().method() !== 'PUT' || refused > 0) return route.fallback();
        refused += 1;
        return route.fulfill({ status: 429, json: { statusCode: 429, error: 'rate_limited', retryAfterS: 1 } });
      },
    );
    await page.getByRole('button', { name: new RegExp(`^${series.title}`) }).focus();
    await page.keyboard.press('Alt+ArrowRight');
    const sheet = page.getByRole('dialog', { name: `Move ${series.title}, episode 1` });
    const move = sheet.getByRole('button', { name: /^Move/ });
    await move.click();
    await expect.poll(() => refused).toBe(1);
    expect(await openOf(series)).toMatchObject([{ runAt: '2033-06-14T08:00:00.000Z' }]);
    await move.click();
    await sheet.waitFor({ state: 'hidden' });
    expect(await openOf(series)).toMatchObject([{ runAt: '2033-06-15T08:00:00.000Z' }]);
  });

  it('shows the days around today first where not all of them fit', async () => {
    for (const language of ['en', 'ar'] as const) {
      const { page } = await visitAs('content_manager', { width: 390, language });
      const series = await makeSeries('The Next Day', 1);
      await schedule(series.episodes[0], new Date().toISOString());
      await page.goto('/calendar?view=week');
      const today = await page.locator('thead [data-today]').boundingBox();
      expect(today?.x).toBeGreaterThanOrEqual(0);
      expect((today?.x ?? 0) + (today?.width ?? 0)).toBeLessThanOrEqual(390);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
    }
  });

  it('is for reading where one may not publish', async () => {
    const { page } = await visitAs('analyst');
    const series = await makeSeries('The Watched', 1);
    await schedule(series.episodes[0], '2033-05-10T18:30:00Z');
    await page.goto('/calendar?day=2033-05-10');
    const chip = page.getByRole('button', { name: new RegExp(`^${series.title}`) });
    await expect.poll(() => chip.getAttribute('draggable')).toBe('false');
    await chip.click();
    const off = page.getByRole('dialog').getByRole('button', { name: 'Unschedule' });
    await off.hover();
    await page.getByRole('tooltip').getByText('Requires the permission “Publish and schedule”').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Schedule episodes' }).count()).toBe(0);
  });
});

import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { catalogOf } from './harness/catalog.ts';
import { askForGrant, demoAdmin, freshName, makeSeriesWithEpisodes } from './harness/content.ts';
import type { DemoAdmin } from './harness/demo.ts';
import { type Keyboard, keyboardOf } from './harness/keyboard.ts';
import { draftSeries } from './harness/media.ts';

/** The ten commonest jobs without a mouse, and how many steps each takes. A limit is only ever lowered. */

const { server, visitAs } = testBrowser();
const { makeSeries, episodesOf, readSeries } = catalogOf(server);

interface Counted {
  readonly job: string;
  readonly steps: number;
  readonly limit: number;
}
const counted: Counted[] = [];

interface Job {
  readonly as: DemoAdmin;
  readonly limit: number;
  /** Where the person is when the job comes up; at home, unless it is said. */
  readonly from?: string;
}

async function count(job: string, { as, limit, from = '/' }: Job, work: (keys: Keyboard, page: Page) => Promise<void>) {
  const { page } = await visitAs(as);
  await page.goto(from);
  await page.getByRole('navigation').first().waitFor();
  const keys = keyboardOf(page);
  await work(keys, page);
  counted.push({ job, steps: keys.steps(), limit });
  expect(keys.steps()).toBeLessThanOrEqual(limit);
}

afterAll(() => {
  const line = (job: string, steps: string, limit: string) =>
    `${job.padEnd(46)} ${steps.padStart(6)} ${limit.padStart(6)}`;
  const rows = counted.map(({ job, steps, limit }) => line(job, String(steps), String(limit)));
  process.stdout.write(`\n${[line('job', 'steps', 'limit'), ...rows].join('\n')}\n`);
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Confirms what a review sheet shows. */
async function confirm(keys: Keyboard, page: Page, name: RegExp | string, shows?: string | RegExp): Promise<void> {
  const sheet = page.getByRole('dialog', { name }).last();
  await sheet.waitFor();
  if (shows !== undefined) await sheet.getByText(shows).first().waitFor();
  // What would happen is asked for first.
  await expect.poll(() => sheet.getByRole('button').last().isEnabled()).toBe(true);
  await keys.press('Control+Enter');
  await sheet.waitFor({ state: 'hidden' });
}

it('a new series of three episodes is made, submitted and scheduled', async () => {
  const title = freshName('The Lantern');
  await count(
    'new series of three episodes to its schedule',
    { as: 'content_manager', limit: 31 },
    async (keys, page) => {
      await keys.choose('new series', /New series/);
      await page.getByRole('dialog').getByLabel('Title').waitFor();
      await keys.tabTo(page.getByRole('dialog').getByLabel('Title'));
      await keys.type(title);
      await keys.press('Enter');
      await page.getByRole('heading', { name: title }).waitFor();
      await keys.choose('episodes', /^Episodes/);
      await button(page, 'Add episode').waitFor();
      await keys.choose('add episode', 'Add episode');
      for (const name of ['One', 'Two', 'Three']) {
        await keys.type(name);
        await keys.press('Enter');
      }
      await keys.press('Escape');
      await button(page, 'Submit for review').waitFor();
      await keys.choose('submit', 'Submit for review');
      await confirm(keys, page, `Submit ${title} for review`, '4 will change');
      await button(page, 'Schedule').waitFor();
      await keys.choose('schedule', 'Schedule');
      const drawer = page.getByRole('dialog', { name: `Schedule ${title}` });
      await drawer.getByLabel('With its 3 episodes').waitFor();
      await keys.tabTo(drawer.getByRole('button', { name: 'Continue' }));
      await keys.press('Enter');
      await confirm(keys, page, `Schedule ${title}`, '4 will change');
      const id = /\/series\/([\da-f-]{36})/.exec(page.url())?.[1] ?? '';
      const states = async () => [await readSeries(id), ...(await episodesOf({ id }))].map(({ status }) => status);
      await expect.poll(states).toEqual(Array(4).fill('scheduled'));
    },
  );
});

it('a synopsis is written and saved', async () => {
  const { id } = await makeSeries('The Deep Well');
  await count('save a synopsis', { as: 'content_manager', limit: 8, from: `/series/${id}` }, async (keys, page) => {
    await page.getByRole('tabpanel', { name: 'English' }).getByLabel('Synopsis').waitFor();
    await keys.choose('synopsis', 'Synopsis');
    await keys.press('Control+a');
    await keys.type('A well, and who fell in.');
    await keys.choose('save', 'Save changes');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await readSeries(id)).synopsis).toBe('A well, and who fell in.');
  });
});

it('a series is published now', async () => {
  const { id, title } = await makeSeriesWithEpisodes(server, 'The Here', 1);
  const { call } = await demoAdmin(server, 'content_manager');
  await call('POST', `/v1/admin/series/${id}/workflow`, { action: 'submit' });
  await count('publish now', { as: 'content_manager', limit: 6, from: `/series/${id}` }, async (keys, page) => {
    await button(page, 'Publish now').waitFor();
    await keys.choose('publish now', 'Publish now');
    const sheet = page.getByRole('dialog', { name: `Publish ${title} now` });
    const along = sheet.getByLabel('With its 1 episode');
    await along.waitFor();
    await sheet.getByLabel('Note').and(page.locator(':focus')).waitFor();
    await keys.press('Shift+Tab');
    await along.and(page.locator(':focus')).waitFor();
    await keys.press('Space');
    await confirm(keys, page, `Publish ${title} now`, '2 will change');
    expect((await episodesOf({ id })).map(({ status }) => status)).toEqual(['published']);
  });
});

it('a user is found by email', async () => {
  await count('find a user by email', { as: 'support', limit: 3 }, async (keys, page) => {
    await keys.choose('maryam.abdallah@', /مريم/);
    await page.getByRole('heading', { name: /مريم/, level: 1 }).waitFor();
  });
});

const user = 'Dewi Anggraini';

it('coins of a user are adjusted', async () => {
  await count('adjust coins', { as: 'support', limit: 13 }, async (keys, page) => {
    await keys.choose('adjust coins', /^Adjust coins of/);
    await keys.type(user);
    await page.getByRole('option', { name: user, selected: true }).waitFor();
    await keys.press('Enter');
    const drawer = page.getByRole('dialog', { name: /^Adjust the coins/ });
    await keys.tabTo(drawer.getByLabel('Coins', { exact: true }));
    await keys.type('15');
    await keys.tabTo(drawer.getByLabel('Short description'));
    await keys.type('late subtitles');
    await keys.tabTo(drawer.getByRole('button', { name: 'Review and confirm' }));
    await keys.press('Enter');
    await confirm(keys, page, /15 coins$/, /^New balance: /);
  });
});

it('a user is suspended', async () => {
  // Whom no other story suspends.
  const suspended = 'Grace Nguyen';
  await count('suspend a user', { as: 'support', limit: 11 }, async (keys, page) => {
    await keys.choose(suspended, suspended);
    await page.getByRole('heading', { name: suspended, level: 1 }).waitFor();
    await keys.choose('suspend', 'Suspend');
    const drawer = page.getByRole('dialog', { name: /^Suspend/ });
    await keys.tabTo(drawer.getByLabel('For how long'));
    await keys.type('3 days');
    await keys.tabTo(drawer.getByRole('button', { name: 'Continue' }));
    await keys.press('Enter');
    const reason = page
      .getByRole('dialog', { name: /^Suspend/ })
      .last()
      .getByLabel('Reason');
    // It has the focus once the sheet is open: a key that is pressed before would go elsewhere.
    await expect.poll(() => reason.evaluate((one) => one.matches(':focus'))).toBe(true);
    await keys.type('payment being checked');
    await confirm(keys, page, /^Suspend/);
    await page.getByText('Suspended').first().waitFor();
  });
});

it('a request is approved', async () => {
  await askForGrant(server, 2_700);
  await count('approve a request', { as: 'finance', limit: 7 }, async (keys, page) => {
    await keys.choose('approvals', /^Approvals/);
    await page.getByRole('heading', { name: 'Approvals', level: 1 }).waitFor();
    const request = page.getByRole('row').filter({ hasText: '2,700' }).first().locator('[data-row-link]');
    await request.waitFor();
    await keys.press('j');
    await request.and(page.locator(':focus')).waitFor();
    await keys.press('Enter');
    const drawer = page.getByRole('dialog').filter({ hasText: '2,700' });
    await drawer.getByRole('button', { name: 'Approve' }).waitFor();
    await keys.press('a');
    await confirm(keys, page, /^Approve/);
    await drawer.getByText(/approved it/).waitFor();
  });
});

it('a poster is set', async () => {
  const { id } = await makeSeries('The Placard');
  await count('set a poster', { as: 'content_manager', limit: 3, from: `/series/${id}` }, async (keys, page) => {
    const poster = page.getByRole('figure').filter({ hasText: 'Poster' });
    await page.getByText('Drop a poster').waitFor();
    const chooser = page.waitForEvent('filechooser');
    await keys.choose('poster', /^Drop a poster/);
    const picture = { name: 'poster.png', mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') };
    await (await chooser).setFiles(picture);
    await poster.getByRole('img', { name: 'Poster' }).waitFor();
  });
});

it('captions of three episodes are uploaded', async () => {
  const { id } = await draftSeries(server, 3);
  await count(
    'upload captions',
    { as: 'content_manager', limit: 6, from: `/uploads?series=${id}` },
    async (keys, page) => {
      await page.getByText('Drop videos and captions here').first().waitFor();
      const chooser = page.waitForEvent('filechooser');
      await keys.choose('drop videos', /^Drop videos and captions here/);
      const words = Buffer.from('1\n00:00:01,000 --> 00:00:03,000\nHello.\n');
      await (await chooser).setFiles(
        [1, 2, 3].map((n) => ({ name: `ep_0${n}.en.srt`, mimeType: 'text/plain', buffer: words })),
      );
      await button(page, 'Upload 3 files').waitFor();
      await keys.choose('upload 3', 'Upload 3 files');
      const { call } = await demoAdmin(server, 'content_manager');
      const captions = async () => {
        const path = `/v1/admin/series/${id}/episodes`;
        const { items } = await call<{ items: { captions: unknown[] }[] }>('GET', path);
        return items.map((episode) => episode.captions.length);
      };
      await expect.poll(captions, { timeout: 30_000 }).toEqual([1, 1, 1]);
    },
  );
});

it('a date is moved', async () => {
  const { title, episodes } = await makeSeriesWithEpisodes(server, 'The Shifted', 1);
  const { call } = await demoAdmin(server, 'content_manager');
  const plan = { refType: 'episode', refId: episodes[0], action: 'publish', runAt: '2036-04-09T18:30:00Z' };
  await call('POST', '/v1/admin/schedules', plan);
  const from = '/calendar?view=week&day=2036-04-09';
  await count('move a date', { as: 'content_manager', limit: 37, from }, async (keys, page) => {
    await keys.tabTo(page.getByRole('row', { name: new RegExp(title) }).getByRole('button'));
    await keys.press('Alt+ArrowRight');
    await confirm(keys, page, `Move ${title}, episode 1`);
  });
});

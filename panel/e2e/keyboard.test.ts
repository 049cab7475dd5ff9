import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { catalogOf } from './harness/catalog.ts';
import { askForGrant, demoAdmin, freshName, makeSeriesWithEpisodes } from './harness/content.ts';
import type { DemoAdmin } from './harness/demo.ts';
import { type Keyboard, keyboardOf } from './harness/keyboard.ts';

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

/** Confirms what a review sheet shows. */
async function confirm(keys: Keyboard, page: Page, name: RegExp | string, shows?: string | RegExp): Promise<void> {
  const sheet = page.getByRole('dialog', { name }).last();
  await sheet.waitFor();
  if (shows !== undefined) await sheet.getByText(shows).first().waitFor();
  await keys.press('Control+Enter');
  await sheet.waitFor({ state: 'hidden' });
}

it('a new series of three episodes is made, submitted and scheduled', async () => {
  const title = freshName('The Lantern');
  await count(
    'new series of three episodes to its schedule',
    { as: 'content_manager', limit: 60 },
    async (keys, page) => {
      await keys.choose('new series', /New series/);
      await page.getByRole('dialog').getByLabel('Title').waitFor();
      await keys.tabTo(page.getByRole('dialog').getByLabel('Title'));
      await keys.type(title);
      await keys.press('Enter');
      await page.getByRole('heading', { name: title }).waitFor();
      await keys.choose('episodes', /^Episodes/);
      await keys.choose('add episode', 'Add episode');
      for (const name of ['One', 'Two', 'Three']) {
        await keys.type(name);
        await keys.press('Enter');
      }
      await keys.press('Escape');
      await keys.choose('submit', 'Submit for review');
      await confirm(keys, page, `Submit ${title} for review`, '4 can be done');
      await keys.choose('schedule', 'Schedule');
      const drawer = page.getByRole('dialog', { name: `Schedule ${title}` });
      await drawer.getByLabel('With its 3 episodes').waitFor();
      await keys.tabTo(drawer.getByRole('button', { name: 'Continue' }));
      await keys.press('Enter');
      await confirm(keys, page, `Schedule ${title}`, '4 can be done');
      const id = /\/series\/([\da-f-]{36})/.exec(page.url())?.[1] ?? '';
      const states = async () => [await readSeries(id), ...(await episodesOf({ id }))].map(({ status }) => status);
      await expect.poll(states, { timeout: 10_000 }).toEqual(Array(4).fill('scheduled'));
    },
  );
});

it('a synopsis is written and saved', async () => {
  const { id } = await makeSeries('The Deep Well');
  await count('save a synopsis', { as: 'content_manager', limit: 30, from: `/series/${id}` }, async (keys, page) => {
    await keys.tabTo(page.getByRole('tabpanel', { name: 'English' }).getByLabel('Synopsis'));
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
  await count('publish now', { as: 'content_manager', limit: 20, from: `/series/${id}` }, async (keys, page) => {
    await page.getByRole('heading', { name: title }).waitFor();
    await keys.choose('publish now', 'Publish now');
    const sheet = page.getByRole('dialog', { name: `Publish ${title} now` });
    await keys.tabTo(sheet.getByLabel('With its 1 episode'));
    await keys.press('Space');
    await confirm(keys, page, `Publish ${title} now`, '2 can be done');
    expect((await episodesOf({ id })).map(({ status }) => status)).toEqual(['published']);
  });
});

it('a user is found by email', async () => {
  await count('find a user by email', { as: 'support', limit: 3 }, async (keys, page) => {
    await keys.choose('maryam.abd', /مريم/);
    await page.getByRole('heading', { name: /مريم/, level: 1 }).waitFor();
  });
});

const user = 'Dewi Anggraini';

it('coins of a user are adjusted', async () => {
  await count('adjust coins', { as: 'support', limit: 20 }, async (keys, page) => {
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
    await confirm(keys, page, /15 coins$/, /bonus coins/);
  });
});

it('a user is suspended', async () => {
  await count('suspend a user', { as: 'support', limit: 25 }, async (keys, page) => {
    await keys.choose(user, user);
    await page.getByRole('heading', { name: user, level: 1 }).waitFor();
    await keys.choose('suspend', 'Suspend');
    const drawer = page.getByRole('dialog', { name: /^Suspend/ });
    await keys.tabTo(drawer.getByLabel('For how long'));
    await keys.type('3 days');
    await keys.tabTo(drawer.getByRole('button', { name: 'Continue' }));
    await keys.press('Enter');
    const sheet = page.getByRole('dialog', { name: /^Suspend/ }).last();
    await keys.tabTo(sheet.getByLabel('Reason'));
    await keys.type('payment being checked');
    await confirm(keys, page, /^Suspend/);
    await page.getByText('Suspended').first().waitFor();
  });
});

it('a request is approved', async () => {
  await askForGrant(server, 2_700);
  await count('approve a request', { as: 'finance', limit: 10 }, async (keys, page) => {
    await keys.choose('approvals', /^Approvals/);
    await page.getByRole('heading', { name: 'Approvals', level: 1 }).waitFor();
    await page.locator('[data-row-link]').first().waitFor();
    await keys.press('j');
    await keys.press('Enter');
    const drawer = page.getByRole('dialog').first();
    await drawer.getByRole('button', { name: 'Approve' }).waitFor();
    await keys.press('a');
    await confirm(keys, page, /^Approve/);
    await drawer.getByText(/approved it/).waitFor();
  });
});

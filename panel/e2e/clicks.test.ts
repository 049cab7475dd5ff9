import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { catalogOf } from './harness/catalog.ts';
import { askForGrant, demoAdmin, freshName, makeSeriesWithEpisodes } from './harness/content.ts';
import { type CountedInput, countInput } from './harness/counted-input.ts';
import type { DemoAdmin } from './harness/demo.ts';
import { draftSeries } from './harness/media.ts';

/** How many clicks the ten commonest jobs take. A limit is only ever lowered. */

const { server, visitAs } = testBrowser();
const { makeSeries, episodesOf, readSeries } = catalogOf(server);

interface Counted {
  readonly job: string;
  readonly clicks: number;
  readonly keys: number;
  readonly limit: number;
}
const counted: Counted[] = [];

interface Job {
  readonly as: DemoAdmin;
  readonly limit: number;
  /** Where the person is when the job comes up. */
  readonly from: string;
}

async function count(job: string, { as, limit, from }: Job, work: (input: CountedInput, page: Page) => Promise<void>) {
  const { page } = await visitAs(as);
  await page.goto(from);
  const input = countInput(page);
  await work(input, page);
  counted.push({ job, clicks: input.clicks(), keys: input.keys(), limit });
  expect(input.clicks()).toBeLessThanOrEqual(limit);
}

afterAll(() => {
  const rows = counted.map(({ job, clicks, keys, limit }) =>
    [job.padEnd(46), String(clicks).padStart(6), String(limit).padStart(6), String(keys).padStart(6)].join(' '),
  );
  const head = ['job'.padEnd(46), 'clicks'.padStart(6), 'limit'.padStart(6), 'keys'.padStart(6)].join(' ');
  process.stdout.write(`\n${[head, ...rows].join('\n')}\n`);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

it('a new series of three episodes takes at most ten clicks to its schedule', async () => {
  const title = freshName('The Lamp');
  await count(
    'new series of three episodes to its schedule',
    { as: 'content_manager', limit: 10, from: '/' },
    async (input, page) => {
      await input.click(page.getByRole('navigation').getByRole('link', { name: /^Series/ }));
      await input.click(page.getByRole('link', { name: 'New series' }));
      await input.click(page.getByRole('dialog').getByLabel('Title'));
      await input.type(title);
      await input.press('Enter');
      await page.getByRole('heading', { name: title }).waitFor();
      await input.click(page.getByRole('tab', { name: /^Episodes/ }));
      await input.click(button(page, 'Add episode'));
      for (const name of ['One', 'Two', 'Three']) {
        await input.type(name);
        await input.press('Enter');
      }
      await input.press('Escape');
      await input.click(button(page, 'Submit for review'));
      const submitting = page.getByRole('dialog', { name: `Submit ${title} for review` });
      await submitting.getByText('4 will change').waitFor();
      await input.click(submitting.getByRole('button', { name: /^Submit for review/ }));
      await submitting.waitFor({ state: 'hidden' });
      await input.click(button(page, 'Schedule'));
      const drawer = page.getByRole('dialog', { name: `Schedule ${title}` });
      await drawer.getByLabel('With its 3 episodes').waitFor();
      await input.click(drawer.getByRole('button', { name: 'Continue' }));
      const sheet = page.getByRole('dialog', { name: `Schedule ${title}` }).filter({ hasText: '4 will change' });
      await input.click(sheet.getByRole('button', { name: 'Schedule', exact: true }));
      await sheet.waitFor({ state: 'hidden' });
      const id = /\/series\/([\da-f-]{36})/.exec(page.url())?.[1] ?? '';
      // The sheet says otherwise as soon as the first is done; the others follow.
      const states = async () => [await readSeries(id), ...(await episodesOf({ id }))].map(({ status }) => status);
      await expect.poll(states).toEqual(Array(4).fill('scheduled'));
    },
  );
});

it('a synopsis is written and saved', async () => {
  const { id } = await makeSeries('The Well');
  const from = `/series/${id}`;
  await count('save a synopsis', { as: 'content_manager', limit: 2, from }, async (input, page) => {
    await input.click(page.getByRole('tabpanel', { name: 'English' }).getByLabel('Synopsis'));
    await input.press('Control+a');
    await input.type('A well, and who fell in.');
    await input.click(button(page, 'Save changes'));
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await readSeries(id)).synopsis).toBe('A well, and who fell in.');
  });
});

it('a poster is set', async () => {
  const { id } = await makeSeries('The Bill');
  const from = `/series/${id}`;
  await count('set a poster', { as: 'content_manager', limit: 1, from }, async (input, page) => {
    const poster = page.getByRole('figure').filter({ hasText: 'Poster' });
    const picture = { name: 'poster.png', mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') };
    await input.pickFiles(poster.locator('input[type=file]'), picture);
    await poster.getByRole('img', { name: 'Poster' }).waitFor();
  });
});

async function userNamed(name: string): Promise<string> {
  const support = await demoAdmin(server, 'support');
  const path = `/v1/admin/users?q=${encodeURIComponent(name)}`;
  const { items } = await support.call<{ items: { id: string }[] }>('GET', path);
  return items[0]?.id ?? '';
}

it('coins are adjusted', async () => {
  const from = `/users/${await userNamed('Dewi Anggraini')}`;
  await count('adjust coins', { as: 'support', limit: 4, from }, async (input, page) => {
    await input.click(button(page, 'Adjust coins'));
    const drawer = page.getByRole('dialog', { name: /^Adjust the coins/ });
    await drawer.getByLabel('Coins', { exact: true }).waitFor();
    await input.type('20');
    await input.click(drawer.getByLabel('Short description'));
    await input.type('late subtitles');
    await input.click(drawer.getByRole('button', { name: 'Review and confirm' }));
    const sheet = page.getByRole('dialog', { name: /20 coins$/ });
    await sheet.getByText(/^New balance: /).waitFor();
    await input.click(sheet.getByRole('button', { name: /^(Confirm|Give)/ }));
    await sheet.waitFor({ state: 'hidden' });
  });
});

it('a user is suspended', async () => {
  const from = `/users/${await userNamed('Dewi Anggraini')}`;
  await count('suspend a user', { as: 'support', limit: 5, from }, async (input, page) => {
    await input.click(button(page, 'Suspend'));
    const drawer = page.getByRole('dialog', { name: /^Suspend/ });
    await input.choose(drawer.getByLabel('For how long'), '3 days');
    await input.click(drawer.getByRole('button', { name: 'Continue' }));
    const sheet = page.getByRole('dialog', { name: /^Suspend/ }).last();
    await sheet.getByRole('row', { name: /Status/ }).waitFor();
    await expect.poll(() => sheet.getByLabel('Reason').evaluate((one) => one.matches(':focus'))).toBe(true);
    await input.type('payment being checked');
    await input.click(sheet.getByRole('button', { name: /^Suspend/ }));
    await sheet.waitFor({ state: 'hidden' });
  });
});

it('a request is approved', async () => {
  const { approvalId } = await askForGrant(server, 2_600);
  await count('approve a request', { as: 'finance', limit: 3, from: '/approvals' }, async (input, page) => {
    await input.click(page.locator(`a[href*="${approvalId}"]`));
    const drawer = page.getByRole('dialog', { name: /^Grant of coins/ });
    await input.click(drawer.getByRole('button', { name: 'Approve' }));
    const sheet = page.getByRole('dialog', { name: /^Approve/ });
    await input.click(sheet.getByRole('button', { name: /^Approve/ }));
    await sheet.waitFor({ state: 'hidden' });
    await drawer.getByText(/approved it/).waitFor();
  });
});

it('a user is found by email', async () => {
  await count('find a user by email', { as: 'support', limit: 0, from: '/' }, async (input, page) => {
    await page.getByRole('navigation').first().waitFor();
    await input.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and actions' }).waitFor();
    await input.type('maryam.abdallah@');
    await page.getByRole('option', { name: /مريم/ }).waitFor();
    await input.press('Enter');
    await page.getByRole('heading', { name: /مريم/, level: 1 }).waitFor();
  });
});

it('a date is moved', async () => {
  const series = await makeSeriesWithEpisodes(server, 'The Moved', 1);
  const { call } = await demoAdmin(server, 'content_manager');
  const plan = { refType: 'episode', refId: series.episodes[0], action: 'publish', runAt: '2036-03-05T18:30:00Z' };
  await call('POST', '/v1/admin/schedules', plan);
  const from = '/calendar?view=week&day=2036-03-05';
  await count('move a date', { as: 'content_manager', limit: 2, from }, async (input, page) => {
    const lane = page.getByRole('row', { name: new RegExp(series.title) });
    await input.drag(lane.getByRole('button'), lane.getByRole('cell').nth(4));
    const sheet = page.getByRole('dialog', { name: `Move ${series.title}, episode 1` });
    await input.click(sheet.getByRole('button', { name: /Move/ }));
    await sheet.waitFor({ state: 'hidden' });
  });
});

it('captions of three episodes are uploaded', async () => {
  const { id } = await draftSeries(server, 3);
  const from = `/uploads?series=${id}`;
  await count('upload captions for 3 episodes', { as: 'content_manager', limit: 2, from }, async (input, page) => {
    const words = Buffer.from('1\n00:00:01,000 --> 00:00:03,000\nHello.\n');
    const files = [1, 2, 3].map((n) => ({ name: `ep_0${n}.en.srt`, mimeType: 'text/plain', buffer: words }));
    await page
      .getByText(/Crossing|Drop videos/)
      .first()
      .waitFor();
    await input.pickFiles(page.getByLabel('Drop videos and captions here'), files);
    await input.click(button(page, 'Upload 3 files'));
    const captionsOf = async () => {
      const { call } = await demoAdmin(server, 'content_manager');
      type Captioned = { items: { captions: unknown[] }[] };
      const { items } = await call<Captioned>('GET', `/v1/admin/series/${id}/episodes`);
      return items.map(({ captions }) => captions.length);
    };
    await expect.poll(captionsOf, { timeout: 30_000 }).toEqual([1, 1, 1]);
  });
});

it('a series is published now', async () => {
  const { id, title } = await makeSeriesWithEpisodes(server, 'The Now', 1);
  await (await demoAdmin(server, 'content_manager')).call('POST', `/v1/admin/series/${id}/workflow`, {
    action: 'submit',
  });
  const from = `/series/${id}`;
  await count('publish now', { as: 'content_manager', limit: 3, from }, async (input, page) => {
    await input.click(button(page, 'Publish now'));
    const sheet = page.getByRole('dialog', { name: `Publish ${title} now` });
    await input.click(sheet.getByLabel('With its 1 episode'));
    await sheet.getByText('2 will change').waitFor();
    await input.click(sheet.getByRole('button', { name: 'Publish now' }));
    await sheet.waitFor({ state: 'hidden' });
    expect((await episodesOf({ id })).map(({ status }) => status)).toEqual(['published']);
  });
});

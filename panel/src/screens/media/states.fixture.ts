import type { Page } from 'playwright-core';
import { draftSeries, failedVideo, firstOf, playableClip, playableEpisode } from '../../../e2e/harness/media.ts';
import { goToScreen } from '../../../e2e/harness/navigate.ts';
import type { ScreenState } from '../../../e2e/harness/screen.ts';

const openEpisode = (path: (page: Page) => Promise<string>) => async (page: Page) => {
  await goToScreen(page, await path(page));
  await page.locator('main h1 bdi').waitFor();
  await page.locator('main h2').nth(3).waitFor();
};

const openUploads = async (page: Page) => {
  const series = await firstOf(page, '/v1/admin/series?q=Night%20ferry');
  await goToScreen(page, `/uploads?series=${series?.id}`);
  const names = ['ep_01.webm', 'S01E03.mov', 'trailer.mp4'];
  const files = names.map((name) => ({ name, mimeType: 'video/mp4', buffer: Buffer.alloc(42_000, name) }));
  await page.locator('main select option').nth(1).waitFor({ state: 'attached' });
  await page.locator('main input[type=file]').setInputFiles(files);
  await page.locator('main li select').nth(2).waitFor();
};

/** Episodes, uploads and the library. */
export const states: readonly ScreenState[] = [
  {
    name: 'library',
    path: '/library',
    as: 'content_manager',
    prepare: failedVideo,
    ready: 'section [data-row-link]',
  },
  {
    name: 'library-filtered-empty',
    path: '/library?kind=hero&status=failed',
    as: 'content_manager',
    ready: 'main button',
  },
  { name: 'library-no-permission', path: '/library', as: 'finance', ready: 'main p' },
  {
    name: 'asset-failed',
    path: '/library',
    as: 'superadmin',
    prepare: failedVideo,
    ready: 'section [data-row-link]',
    steps: async (page) => {
      await page.locator('section [data-row-link]').first().click();
      await page.locator('[role=dialog] ol li').first().waitFor();
    },
  },
  {
    name: 'asset-delete',
    path: '/library?kind=video&status=failed',
    as: 'content_manager',
    prepare: failedVideo,
    ready: 'section [data-row-link]',
    steps: async (page) => {
      await page.locator('section [data-row-link]').first().click();
      await page.locator('[role=dialog] footer button').last().click();
      await page.locator('[role=dialog] table').last().waitFor();
    },
  },
  {
    name: 'uploads',
    path: '/uploads',
    as: 'content_manager',
    prepare: draftSeries,
    ready: 'main h2',
    inPageOfItsOwn: true,
    steps: openUploads,
  },
  {
    name: 'uploads-paused',
    path: '/uploads',
    as: 'content_manager',
    prepare: draftSeries,
    ready: 'main h2',
    inPageOfItsOwn: true,
    steps: async (page) => {
      await page.route('**/media/uploads/**', (route) =>
        route.request().method() === 'PATCH' ? undefined : route.continue(),
      );
      await openUploads(page);
      await page.locator('main section > div > button').click();
      // The first two are on their way; the first is paused, the second goes on, the third waits.
      const rows = page.locator('main section > ul > li');
      await rows.nth(1).locator('button').nth(1).waitFor();
      await rows.first().locator('button').first().click();
      await rows.nth(2).locator('button').nth(1).waitFor();
    },
  },
  { name: 'uploads-no-permission', path: '/uploads', as: 'finance', ready: 'main p' },
  {
    name: 'episode',
    path: '/library',
    as: 'content_manager',
    prepare: playableClip,
    ready: '[data-row-link]',
    steps: openEpisode(async (page) => `/episodes/${await playableEpisode(page)}`),
  },
  {
    name: 'episode-draft',
    path: '/library',
    as: 'content_manager',
    prepare: draftSeries,
    ready: '[data-row-link]',
    steps: openEpisode(async (page) => {
      const series = await firstOf(page, '/v1/admin/series?q=Night%20ferry');
      return `/episodes/${(await firstOf(page, `/v1/admin/series/${series?.id}/episodes`))?.id}`;
    }),
  },
];

import { expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';

/** A server of its own, whose demo has a schedule that failed; nobody else takes it up. */
const { visitAs } = testBrowser({ JOBS: 'off' });

it('In Arabic a title that is not translated comes before its episode, as the sentence has it', async () => {
  const { page } = await visitAs('content_manager', { language: 'ar' });
  await page.route('**/v1/admin/schedules?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/"seriesTitleI18n":\{[^}]*\}/g, '"seriesTitleI18n":{}');
    await route.fulfill({ response, body });
  });
  await page.goto('/calendar');
  const name = page.getByRole('rowheader', { name: /Midnight Contract.*الحلقة/ }).first();
  const [title, episode] = await name.evaluate((cell) => {
    const text = cell.firstChild;
    const middleOf = (word: string) => {
      const from = text?.textContent?.indexOf(word) ?? -1;
      const range = document.createRange();
      if (!text) return 0;
      range.setStart(text, from);
      range.setEnd(text, from + word.length);
      return range.getBoundingClientRect().x;
    };
    return [middleOf('Midnight'), middleOf('الحلقة')];
  });
  expect(title).toBeGreaterThan(episode ?? 0);
});

it('What failed is listed with its error, and tried again', async () => {
  const { page } = await visitAs('content_manager');
  await page.goto('/calendar');
  const row = page
    .getByRole('row', { name: /Midnight Contract, episode 5/ })
    .filter({ hasText: 'It failed on our side' });
  await row.getByRole('button', { name: 'Try again' }).click();
  const sheet = page.getByRole('dialog', { name: 'Try Midnight Contract, episode 5 again' });
  await sheet.getByText('Failed', { exact: true }).waitFor();
  await sheet.getByRole('button', { name: /Try again/ }).click();
  await sheet.waitFor({ state: 'hidden' });
  await row.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Midnight Contract.*episode 5.*Scheduled/ }).waitFor();
  await expect.poll(() => page.getByText('It failed on our side').count()).toBe(0);
});

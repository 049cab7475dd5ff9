import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';

const { visitAs } = testBrowser();

const openCalendar = async (page: Page) => {
  const button = page.getByRole('button', { name: 'Choose a date' }).first();
  await button.click();
  await page.locator('[data-autofocus]:focus').waitFor();
  return button;
};

describe('a date filter', () => {
  it('gives the focus back to its button at every opening, and makes way for the palette', async () => {
    const { page } = await visitAs('superadmin', { width: 1440 });
    await page.goto('/audit');
    for (const _opening of [1, 2]) {
      const button = await openCalendar(page);
      await page.keyboard.press('Escape');
      await page.locator('[aria-current=date]').waitFor({ state: 'hidden' });
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    }
    await openCalendar(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Search|Find/ }).waitFor();
    await expect.poll(() => page.locator('[aria-current=date]').count()).toBe(0);
  });

  it.each(['/audit', '/users'])('stands in one row with the other filters of %s', async (path) => {
    const { page } = await visitAs('superadmin', { width: 1440 });
    await page.goto(path);
    const bar = page.locator('main search');
    await bar.getByRole('button', { name: 'Choose a date' }).last().waitFor();
    // One of them comes when it is first needed.
    await page.locator('[data-row-link]').first().waitFor();
    if (path === '/audit')
      await bar.getByRole('combobox', { name: 'Action' }).or(bar.getByLabel('Action')).first().waitFor();
    const height = () => bar.evaluate((element) => element.getBoundingClientRect().height);
    await expect.poll(height).toBeLessThan(50);
  });
});

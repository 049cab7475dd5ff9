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

  it('stands in one row with the other filters', async () => {
    const { page } = await visitAs('superadmin', { width: 1440 });
    await page.goto('/audit');
    const bar = page.locator('main search');
    await bar.getByRole('button', { name: 'Choose a date' }).last().waitFor();
    const tops = () =>
      bar.locator(':scope > *').evaluateAll((parts) => [
        ...new Set(
          parts.map((part) => {
            const { top, height } = part.getBoundingClientRect();
            return Math.round((top + height / 2) / 10);
          }),
        ),
      ]);
    await expect.poll(tops).toHaveLength(1);
  });
});

import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';

const { visitAs } = testBrowser();

describe('analytics', () => {
  it('lead an analyst from the overview to the paywall of a series, and to a file of it', async () => {
    const { page } = await visitAs('analyst');
    await page.goto('/analytics');
    await page
      .getByRole('figure', { name: /Active users by day/ })
      .locator('.recharts-line path')
      .first()
      .waitFor();
    await page.getByRole('switch', { name: 'Compare with the previous period' }).check({ force: true });
    await page
      .getByText(/compared with/)
      .first()
      .waitFor();
    await page.getByLabel('Market').selectOption('ID');
    await page.waitForURL(/market=ID/);

    await page.getByRole('navigation', { name: 'Analytics' }).getByRole('link', { name: 'Content' }).click();
    await page.waitForURL(/\/analytics\/content\?.*market=ID/);
    const tabs = page.getByRole('navigation', { name: 'Analytics' });
    await expect.poll(() => tabs.locator('[aria-current=page]').allInnerTexts()).toEqual(['Content']);
    await page.getByLabel('Market').selectOption({ index: 0 });
    await page.getByRole('button', { name: 'Unlocks' }).click();
    await page.locator('[data-row-link]').first().click();
    await page.getByRole('table', { name: 'All episodes' }).waitFor();

    const card = page.getByRole('region', { name: 'What if?' });
    await card
      .getByText(/Most likely between/)
      .first()
      .waitFor();
    await card.getByRole('slider', { name: /Price of an episode/ }).press('ArrowRight');
    await page.waitForURL(/coins=/);
    await card.getByRole('button', { name: 'As in this period' }).waitFor();

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(/^episodes_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines[0]).toContain('Paywall views');
    expect(lines.length).toBe(await page.getByRole('table', { name: 'All episodes' }).getByRole('row').count());
  });
});

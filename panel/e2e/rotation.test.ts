import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin } from './harness/content.ts';

const { server, visitAs } = testBrowser();

interface Entry {
  readonly date: string;
  readonly marketCode: string | null;
  readonly notes: string | null;
  readonly series: { readonly title: string };
}

const entriesOn = async (from: string, to = from): Promise<Entry[]> => {
  const path = `/v1/admin/free-series?dateFrom=${from}&dateTo=${to}`;
  return (await (await demoAdmin(server, 'content_manager')).call<{ items: Entry[] }>('GET', path)).items;
};

describe('the free series', () => {
  it('of a day is chosen for a market by its poster, and taken back', async () => {
    const { page } = await visitAs('content_manager');
    await page.goto('/free-series?day=2035-03-01');
    await page.getByLabel('Market').selectOption({ label: 'Malaysia' });
    await page.getByRole('link', { name: '9 Mar 2035: nothing free', exact: true }).click();
    const day = page.getByRole('dialog', { name: 'Free on 9 Mar 2035' });
    await day.getByLabel('Find a published series').fill('velvet');
    await expect.poll(() => day.getByRole('radio').count()).toBe(1);
    await day.getByRole('radio', { name: 'Velvet Debt' }).check();
    await day.getByLabel('Notes').fill('Spring festival');
    await day.getByRole('button', { name: 'Continue' }).click();
    const sheet = page.getByRole('dialog', { name: 'Make Velvet Debt free on 9 Mar 2035' });
    await sheet.getByRole('button', { name: 'Set as free' }).click();
    const cell = page.getByRole('link', { name: '9 Mar 2035: Velvet Debt', exact: true });
    await cell.waitFor();
    expect(await entriesOn('2035-03-09')).toMatchObject([{ marketCode: 'MY', notes: 'Spring festival' }]);

    await page.getByLabel('Market').selectOption({ label: 'All markets' });
    await page.getByRole('link', { name: '9 Mar 2035: Malaysia: Velvet Debt', exact: true }).waitFor();
    await page.getByLabel('Market').selectOption({ label: 'Malaysia' });
    await cell.click();
    await day.getByRole('button', { name: 'Remove' }).click();
    const gone = page.getByRole('dialog', { name: 'Remove Velvet Debt from 9 Mar 2035' });
    await gone.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('link', { name: '9 Mar 2035: nothing free', exact: true }).waitFor();
    expect(await entriesOn('2035-03-09')).toEqual([]);
  });

  it('is suggested for empty days, of which one takes some and leaves others', async () => {
    const { page } = await visitAs('content_manager');
    await page.goto('/free-series/fill?market=TR');
    const fill = page.getByRole('dialog', { name: 'Fill empty days' });
    const picks = fill.getByRole('checkbox');
    await picks.first().waitFor();
    const found = await picks.count();
    const left = await picks.first().getAttribute('aria-label');
    await picks.first().uncheck();
    await fill.getByRole('button', { name: /^Review \d+ days?$/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Set the suggested free days' });
    await sheet.getByRole('button', { name: /^Set as free/ }).click();
    await fill.waitFor({ state: 'hidden' });
    const from = new Date().toISOString().slice(0, 10);
    const set = (await entriesOn(from, '2099-01-01')).filter(({ marketCode }) => marketCode === 'TR');
    expect(set).toHaveLength(found - 1);
    expect(set.map(({ series }) => left?.includes(series.title))).not.toContain(true);
  });

  it('can be looked at without being changed', async () => {
    const { page } = await visitAs('analyst');
    await page.goto('/free-series');
    await page.getByRole('table', { name: 'Free series by day' }).getByRole('link').first().waitFor();
    expect(await page.getByRole('link', { name: 'Fill empty days' }).count()).toBe(0);
  });
});

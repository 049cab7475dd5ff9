import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';

const { visitAs } = testBrowser();

describe('the economy', () => {
  it('is looked at by an analyst, from the figures of a period to the movements of a day', async () => {
    const { page } = await visitAs('analyst');
    await page.goto('/economy');
    await page.getByText('The ledger balances').waitFor();
    const given = page.getByRole('region', { name: 'Coins given out' });
    await given.getByText('From App Store purchases').waitFor();
    await page.getByRole('button', { name: '90 days' }).click();
    await page.getByRole('button', { name: '90 days', pressed: true }).waitFor();
    await page.getByLabel('Market').selectOption('ID');
    await page.waitForURL(/dateFrom=.*market=ID|market=ID.*dateFrom=/);

    const chart = page.getByRole('figure', { name: /Coins spent by use/ });
    await chart.locator('.recharts-bar-rectangle path').first().waitFor();
    await chart.getByRole('button', { name: 'As a table' }).click();
    const figure = chart.getByRole('button', { name: /To unlocks/ }).last();
    const [coins = ''] = ((await figure.textContent()) ?? '').split(',');
    await figure.click();
    const drawer = page.getByRole('dialog', { name: 'To unlocks' });
    await drawer.getByRole('listitem').first().waitFor();
    const amounts = await drawer.getByRole('listitem').locator('[data-sign]').allTextContents();
    expect(amounts.reduce((sum, text) => sum + Number(text.replace('+', '')), 0)).toBe(Number(coins));
    // Who may see neither users nor wallets is shown no names and led nowhere.
    expect(await drawer.getByRole('link').count()).toBe(0);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    expect(page.url()).toMatch(/market=ID/);
  });

  it('leads those who may see wallets to the movement itself', async () => {
    const { page } = await visitAs('finance');
    await page.goto('/economy?dateFrom=2020-01-01&dateTo=2020-01-31');
    await page.getByText('No coins moved').waitFor();
    await page.getByRole('button', { name: '30 days' }).click();
    const chart = page.getByRole('figure', { name: /Coins given out by source/ });
    // The bars themselves lead there too.
    await chart.locator('.recharts-bar-rectangle path').last().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('link').nth(1).click();
    await page.waitForURL(/\/ledger\//);
  });
});

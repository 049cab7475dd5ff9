import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin } from './harness/content.ts';

const { server, visitAs } = testBrowser();

describe('transactions', () => {
  it('of one user are found by support, with the coins that a payment moved', async () => {
    const { page } = await visitAs('support');
    await page.goto('/transactions?kind=coin_pack&status=completed');
    // Guests have no name to be found by.
    const named = page.locator('tbody a[href^="/users/"]').filter({ hasNotText: /^Guest/ });
    const name = (await named.first().textContent()) ?? '';
    const picker = page.getByRole('combobox', { name: 'User' });
    await picker.click();
    await picker.pressSequentially(name);
    await page
      .getByRole('option', { name: new RegExp(`^${name}`) })
      .first()
      .click();
    await expect.poll(() => page.url()).toContain('userId=');
    await page.locator('[data-row-link]').first().click();
    const drawer = page.getByRole('dialog');
    await drawer
      .getByRole('row', { name: /Wallet, paid coins/ })
      .first()
      .waitFor();
    await drawer.getByRole('button', { name: 'Refund' }).waitFor();
  });

  it('are taken away as a file that has them all, with the filters of the list', async () => {
    const { page } = await visitAs('finance');
    await page.goto('/transactions?status=completed&dateFrom=2020-01-01');
    const text =
      (await page
        .getByRole('group', { name: 'Totals' })
        .getByText(/payments$/)
        .textContent()) ?? '';
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('transactions_from_2020-01-01.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(Number(text.replace(/\D/g, '')) + 1);
    expect(lines.every((line, n) => n === 0 || line.includes(',completed,'))).toBe(true);
    await page.getByText(/rows exported$/).waitFor();
  });

  it('are found by what their provider calls them', async () => {
    const { page } = await visitAs('finance');
    const finance = await demoAdmin(server, 'finance');
    const list = '/v1/admin/payments/transactions?kind=coin_pack&status=completed&limit=1';
    const { items } = await finance.call<{ items: { transactionId: string }[] }>('GET', list);
    const name = items[0]?.transactionId ?? '';
    await page.goto('/');
    await page.getByRole('heading').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and actions' }).fill(name);
    await page.getByRole('option', { name: /coins_/ }).click();
    await page.getByRole('dialog').getByText(name, { exact: true }).waitFor();
  });
});

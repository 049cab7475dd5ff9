import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin } from './harness/content.ts';
import { pushPath } from './harness/navigate.ts';

const { server, visitAs } = testBrowser();

interface Found {
  readonly items: readonly { readonly id: string; readonly balanceTotal: number }[];
}

const balanceOf = async (email: string) => {
  const finance = await demoAdmin(server, 'finance');
  return (await finance.call<Found>('GET', `/v1/admin/users?q=${email}`)).items[0]?.balanceTotal ?? 0;
};

const fileOf = (text: string, name = 'ios-settlement.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});
const header = 'transaction_id,amount_cents,currency,created_at';

describe('reconciliation', () => {
  it('takes files with headings of their own, once finance has named the columns', async () => {
    const { page } = await visitAs('finance', { width: 1280 });
    await page.goto('/reconciliation');
    await page.getByLabel('Payment method').first().selectOption({ label: 'App Store' });
    const input = page.locator('input[type=file]');
    const upload = (id: string) =>
      input.setInputFiles(fileOf(`Ref;Paid;When\n${id};4.99;2031-04-01T12:00:00Z\n`, 'own-headings.csv'));
    await upload('own-1');
    const form = page.getByRole('form', { name: 'Columns of the file' });
    await form.getByLabel('Transaction ID').selectOption('Ref');
    await form.getByRole('combobox', { name: 'Amount', exact: true }).selectOption('Paid');
    await form.getByLabel('Date and time').selectOption('When');
    await form.getByRole('button', { name: 'Compare with these columns' }).click();
    await page.getByRole('link', { name: /own-1/ }).waitFor();
    await page.getByText('US$4.99').first().waitFor();

    await pushPath(page, '/reconciliation');
    await page.getByLabel('Payment method').first().selectOption({ label: 'App Store' });
    await upload('own-2');
    expect(await form.getByLabel('Transaction ID').inputValue()).toBe('Ref');
    await form.getByRole('button', { name: 'Compare with these columns' }).click();
    await page.getByRole('link', { name: /own-2/ }).waitFor();
  });

  it('compares a provider’s file, and finance credits the payment that is missing', async () => {
    const { page } = await visitAs('finance');
    await page.goto('/reconciliation');
    await page
      .getByRole('row', { name: /google-play-payments\.csv/ })
      .getByText('All matched')
      .waitFor();
    await page.getByLabel('Payment method').first().selectOption({ label: 'App Store' });
    const input = page.locator('input[type=file]');
    await input.setInputFiles(fileOf(`${header}\nstory-1,9.99,USD,2031-03-01T12:00:00Z\n`));
    await page.getByText(/mistake in line 2: amount_cents must be a whole number/).waitFor();
    await page.getByRole('button', { name: /Choose another file/ }).click();
    await input.setInputFiles(fileOf(`${header}\r\nstory-1,499,USD,2031-03-01T12:00:00Z\r\n`));
    await page.getByRole('heading', { name: 'ios-settlement.csv' }).waitFor();
    await page.getByRole('link', { name: /Missing here\s*1/ }).waitFor();

    const email = 'dewi.anggraini@viewers.example';
    const before = await balanceOf(email);
    await page.getByRole('link', { name: /story-1/ }).click();
    const drawer = page.getByRole('dialog', { name: 'story-1' });
    await drawer.getByLabel('Who paid').fill(email);
    await page.getByRole('option', { name: /Dewi/ }).click();
    await drawer.getByLabel('Package').click();
    await page.getByRole('option', { name: /coins_500$/ }).click();
    await drawer.getByRole('button', { name: 'Continue' }).click();
    const sheet = page.getByRole('dialog', { name: /^Credit the payment to/ });
    await sheet.getByRole('button', { name: /^Credit/ }).click();
    await sheet.waitFor({ state: 'hidden' });
    await drawer.getByText('Credited', { exact: true }).waitFor();
    expect(await drawer.getByLabel('Who paid').count()).toBe(0);
    expect(await balanceOf(email)).toBeGreaterThan(before + 499);

    await pushPath(page, '/reconciliation');
    await page
      .getByRole('row', { name: /ios-settlement\.csv/ })
      .getByText('1 difference')
      .waitFor();
    await pushPath(page, '/audit?action=reconciliation.credit');
    await page.getByRole('row').filter({ hasText: 'ios-settlement.csv' }).first().waitFor();
  });

  it('shows both sides of what differs, and leads to the refund', async () => {
    const { page } = await visitAs('support');
    await page.goto('/reconciliation');
    await page.getByRole('link', { name: /gopay-settlement\.csv/ }).click();
    await page.getByRole('link', { name: /^Different amounts\s*1/ }).click();
    await page.getByRole('heading', { name: 'Different amounts' }).waitFor();
    // The ring of the chosen card goes around all of it.
    const ring = await page.locator('main ul a[aria-current]').boundingBox();
    const card = await page.locator('main ul li:has(a[aria-current])').boundingBox();
    expect((card?.height ?? 0) - (ring?.height ?? 0)).toBeLessThanOrEqual(2);
    await page.locator('main [data-stale]').waitFor({ state: 'detached' });
    await page.locator('main tbody tr a').click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Provider’s amount').waitFor();
    const refund = drawer.getByRole('link', { name: 'Refund' });
    expect(await refund.getAttribute('href')).toMatch(/^\/refunds\/new\?purchase=[0-9a-f-]{36}&reason=.+&cents=\d+$/);
  });
});

import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin } from './harness/content.ts';

const { server, visitAs } = testBrowser();

interface Products {
  readonly items: readonly { readonly productId: string; readonly priceCents: number; readonly status: string }[];
}

describe('subscriptions', () => {
  it('whose payment is overdue are found by finance, with their history and whose they are', async () => {
    const { page } = await visitAs('finance');
    await page.goto('/subscriptions');
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Payment overdue' });
    const row = page.getByRole('row').filter({ hasText: 'Eko Prasetyo' });
    await row.getByText('Payment overdue').waitFor();
    // A heading, one that was not renewed, and one in its grace period.
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
    await row.getByRole('link', { name: /^VIP, weekly/ }).click();
    const drawer = page.getByRole('dialog', { name: 'VIP, weekly' });
    await drawer.getByText('Started').waitFor();
    await drawer.getByText(/50 bonus coins/).waitFor();
    await drawer.getByRole('link', { name: 'Eko Prasetyo' }).click();
    await page.getByRole('tab', { name: 'Purchases' }).click();
    await page.getByText('Subscription: VIP, weekly').waitFor();
  });

  it('have products that finance makes and pauses', async () => {
    const { page } = await visitAs('finance');
    await page.goto('/subscription-products');
    await page.getByRole('link', { name: 'New product' }).click();
    const form = page.getByRole('dialog', { name: 'New product' });
    await form.getByLabel('Product ID').fill('vip_yearly');
    await form.getByLabel('Name').fill('VIP, yearly');
    await form.getByLabel('Days in a period').fill('365');
    await form.getByLabel('Price of a period').fill('99.9');
    await form.getByRole('button', { name: 'Continue' }).click();
    const sheet = page.getByRole('dialog', { name: 'Create VIP, yearly' });
    await sheet.getByRole('button', { name: 'Create product' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: /^VIP, yearly/ }).click();
    await page.getByRole('dialog', { name: 'VIP, yearly' }).getByRole('button', { name: 'Pause' }).click();
    const pause = page.getByRole('dialog', { name: 'Pause VIP, yearly' });
    await pause.getByRole('button', { name: 'Pause' }).click();
    await pause.waitFor({ state: 'hidden' });
    const finance = await demoAdmin(server, 'finance');
    const { items } = await finance.call<Products>('GET', '/v1/admin/subscription-products');
    expect(items[0]).toMatchObject({ productId: 'vip_yearly', priceCents: 9990, status: 'paused' });
  });
});

import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin } from './harness/content.ts';

const { server, visit } = testBrowser();

interface Transactions {
  readonly items: readonly { readonly status: string; readonly platform: string }[];
}

describe('the viewer', () => {
  it('shows the feed to a guest, who buys coins, unlocks an episode and watches it', async () => {
    const { page } = await visit({ width: 1280, height: 960 });
    await page.goto('/viewer');
    await page.getByRole('radio', { name: 'Amerika Serikat' }).check();
    await page.getByRole('link', { name: 'The Harbour Bride' }).first().click();
    await page.getByRole('heading', { name: 'The Harbour Bride' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Saved', pressed: true }).waitFor();
    await page.getByRole('link', { name: /^Episode 1\b/ }).click();
    await page.locator('video').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: /Episode 7/ }).click();
    const paywall = page.getByRole('region', { name: 'This episode is locked' });
    await paywall.getByText('You have 0 coins').waitFor();
    await paywall.getByRole('link', { name: 'Buy coins' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: '300 coins' })
      .getByRole('button', { name: 'Buy for $2.99' })
      .click();
    await page.getByRole('heading', { name: '320 coins' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Coins bought' }).getByText('+320').waitFor();
    await page.goBack();
    await paywall.getByRole('button', { name: 'Unlock' }).click();
    await page.locator('video').waitFor();
    const finance = await demoAdmin(server, 'finance');
    const path = '/v1/admin/payments/transactions?rail=card_web&limit=1';
    const { items } = await finance.call<Transactions>('GET', path);
    expect(items).toMatchObject([{ status: 'completed', platform: 'card_web' }]);
  });

  it('speaks the language of its market, from right to left where that does', async () => {
    const { page } = await visit({ width: 390, height: 844 });
    await page.goto('/viewer');
    await page.getByRole('navigation', { name: 'Menu' }).waitFor();
    await page.getByRole('radio', { name: 'Mesir' }).check();
    await page.getByRole('link', { name: 'عروس الميناء' }).first().waitFor();
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
      'ar',
      'rtl',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin } from './harness/content.ts';

const { server, visitAs } = testBrowser();

interface Alerts {
  readonly items: readonly {
    readonly note: string | null;
    readonly acknowledgedBy: { readonly name: string } | null;
  }[];
}

describe('an alert', () => {
  it('is found on the home page by finance, looked into and acknowledged', async () => {
    const { page } = await visitAs('finance');
    await page.goto('/');
    await page.getByRole('link', { name: /^Look into.*Promo budget runs out early/ }).waitFor();
    await page.getByRole('link', { name: /^Open alert: / }).click();
    await page.getByRole('link', { name: /^Promo budget runs out early/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Promo budget runs out early' });
    await drawer.getByText(/^WEEKEND50: .* coins left/).waitFor();
    await drawer.getByRole('figure', { name: /Hour by hour/ }).waitFor();
    await drawer.getByText('50 coins').first().waitFor();
    await drawer.getByRole('button', { name: 'Acknowledge' }).click();
    const sheet = page.getByRole('dialog', { name: 'Acknowledge: Promo budget runs out early' });
    await sheet.getByLabel(/Note/).fill('The budget is raised tomorrow');
    await sheet.getByRole('button', { name: 'Acknowledge' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await drawer.getByText('The budget is raised tomorrow').waitFor();
    const finance = await demoAdmin(server, 'finance');
    const { items } = await finance.call<Alerts>('GET', '/v1/admin/alerts?kind=promo_burn');
    expect(items).toMatchObject([{ note: 'The budget is raised tomorrow', acknowledgedBy: { name: 'Kwame Boateng' } }]);
  });

  it('is only looked at by an analyst', async () => {
    const { page } = await visitAs('analyst');
    await page.goto('/alerts');
    await page.getByRole('link', { name: /^Unusual number of new coins/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Unusual number of new coins' });
    await drawer.getByText('Support grants in 24 hours: 41,000 coins, usual 3,000').waitFor();
    await drawer.getByText(/You need the permission/).waitFor();
    expect(await drawer.getByRole('button', { name: 'Acknowledge' }).count()).toBe(0);
  });
});

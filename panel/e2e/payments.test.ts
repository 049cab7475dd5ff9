import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { cardRail } from './harness/card-provider.ts';
import { demoAdmin } from './harness/content.ts';
import { failedRefund, payByCard, sendForgedMessages } from './harness/payments.ts';

// With alerts and rails of its own, which other tests count.
const { server, visitAs } = testBrowser({});

describe('payments of a provider', () => {
  it('whose money could not be returned are ordered again by finance', async () => {
    const id = await failedRefund(server);
    const { page } = await visitAs('finance');
    await page.goto('/refunds?status=executed&money=failed');
    await page.locator(`a[href^="/refunds/${id}"]`).first().click();
    const drawer = page.getByRole('dialog', { name: /^Refund for / });
    await drawer.getByText('The card was lost or stolen').waitFor();
    await drawer.getByRole('button', { name: 'Order again' }).click();
    const sheet = page.getByRole('dialog', { name: /^Return US\$4\.99 to .* again$/ });
    await sheet.getByRole('button', { name: 'Order again' }).click();
    await sheet.waitFor({ state: 'hidden' });
    const finance = await demoAdmin(server, 'finance');
    const moneyNow = async () => (await finance.call<{ money: string }>('GET', `/v1/admin/refunds/${id}`)).money;
    await expect.poll(moneyNow).toBe('returned');
    await page.reload();
    await drawer.getByText('Returned', { exact: true }).first().waitFor();
    expect(await drawer.getByRole('button', { name: 'Order again' }).count()).toBe(0);
  });

  it('made in a test environment are seen as tests by support, and count in no revenue', async () => {
    const { userId, id } = await payByCard(server, { live: false });
    const { page } = await visitAs('support');
    await page.goto(`/transactions?rail=${cardRail}`);
    await page.locator(`a[href^="/transactions/${id}"]`).first().click();
    const drawer = page.getByRole('dialog', { name: /coins/ });
    await drawer.getByText('Test', { exact: true }).waitFor();
    await drawer.getByText(/It counts in no revenue/).waitFor();
    await page.goto(`/users/${userId}?tab=purchases`);
    await page.getByRole('row').getByText('Test', { exact: true }).waitFor();
    await page.goto(`/users/${userId}`);
    await page.getByRole('list').getByText('Test', { exact: true }).first().waitFor();
    const finance = await demoAdmin(server, 'finance');
    const user = await finance.call<{ totalSpendCents: number }>('GET', `/v1/admin/users/${userId}`);
    expect(user.totalSpendCents).toBe(0);
  });

  it('that fail verification lead an engineer from the alert to the payment method and the reason', async () => {
    await sendForgedMessages(server);
    const engineer = await demoAdmin(server, 'superadmin');
    interface Alerts {
      readonly items: readonly unknown[];
    }
    await expect
      .poll(async () => {
        await engineer.call('POST', '/v1/admin/cron/housekeeping/run', {});
        return (await engineer.call<Alerts>('GET', '/v1/admin/alerts?kind=verification_failures')).items.length;
      })
      .toBe(1);
    const { page } = await visitAs('superadmin');
    await page.goto('/alerts?kind=verification_failures');
    await page.getByRole('link', { name: /^Webhooks fail verification/ }).click();
    const alert = page.getByRole('dialog', { name: 'Webhooks fail verification' });
    await alert.getByText(/12 messages failed verification in 24 hours/).waitFor();
    await alert.getByRole('link', { name: 'Open the payment method' }).click();
    const method = page.locator('main li[aria-current]');
    await method.getByText('Failing').waitFor();
    await method.getByText(/Wrong signature: 12 messages/).waitFor();
    await method.getByText('docs/providers/card.md').waitFor();
    await method.getByRole('link', { name: 'Messages' }).waitFor();
  });
});

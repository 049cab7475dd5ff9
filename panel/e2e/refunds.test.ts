import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';

const { visitAs } = testBrowser();

interface Purchases {
  readonly items: readonly { readonly id: string; readonly allowed: readonly string[] }[];
}

describe('refunds', () => {
  it('are asked for by support with what they take back, and made by finance', async () => {
    const { page: support } = await visitAs('support');
    const reply = await support.request.get('/v1/admin/payments/transactions?status=completed&kind=coin_pack');
    const { items }: Purchases = await reply.json();
    const purchase = items.find(({ allowed }) => allowed.includes('refund'));
    await support.goto(`/refunds/new?purchase=${purchase?.id ?? ''}`);
    const form = support.getByRole('dialog', { name: 'Refund a purchase' });
    await form.getByText('Left to refund', { exact: true }).waitFor();
    await form.getByLabel('Reason').fill('Bought by accident, story');
    await form.getByText('Another admin must approve this').waitFor();
    await form.getByRole('button', { name: 'Review the request' }).click();
    const sheet = support.getByRole('dialog', { name: /^Refund .* to / });
    await sheet.getByRole('button', { name: /^Request approval/ }).click();
    await support.getByRole('button', { name: 'Open the request' }).waitFor();

    const { page: finance } = await visitAs('finance');
    await finance.goto('/refunds');
    const row = finance.getByRole('row').filter({ hasText: 'Bought by accident, story' });
    await row.getByRole('link').first().click();
    const drawer = finance.getByRole('dialog', { name: /^Refund for / });
    await drawer.getByRole('button', { name: /^Approve/ }).click();
    const decision = finance.getByRole('dialog', { name: /^Refund .* to / });
    await decision.getByRole('button', { name: /^Approve/ }).click();
    await drawer.getByText('Coins taken back').waitFor();
    await finance.goto('/refunds?status=executed');
    await finance.locator('[data-row-link]').first().click();
    await drawer.getByText('Bought by accident, story').waitFor();
    expect(await drawer.getByRole('link', { name: 'Open the request' }).count()).toBe(1);
  });
});

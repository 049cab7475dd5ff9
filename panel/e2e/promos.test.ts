import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin } from './harness/content.ts';
import { makePromo } from './harness/promos.ts';

const { server, visitAs } = testBrowser();

interface Promo {
  readonly code: string;
  readonly status: string;
  readonly segment: { readonly name: string } | null;
}

describe('promos', () => {
  it('are made for a segment with a generated code, found by it, and ended', async () => {
    const { segment } = await makePromo(server, 'Story');
    const { page } = await visitAs('finance');
    await page.goto('/promos');
    await page.getByRole('link', { name: 'New promo' }).click();
    const form = page.getByRole('dialog', { name: 'New promo' });
    await form.getByRole('button', { name: 'Generate' }).click();
    const code = await form.getByLabel('Code').inputValue();
    await form.getByLabel('Coins per use').fill('25');
    await form.getByLabel('Budget in coins').fill('1000');
    await form.getByLabel(/^Until/).fill('2036-02-01T00:00');
    await form.getByLabel('Who can use it').selectOption({ label: segment.name });
    await form.getByRole('button', { name: 'Continue' }).click();
    const sheet = page.getByRole('dialog', { name: `Create the promo ${code}` });
    await sheet.getByRole('row', { name: `Segment ${segment.name}` }).waitFor();
    await sheet.getByRole('button', { name: 'Create promo' }).click();
    await sheet.waitFor({ state: 'hidden' });

    await page.getByRole('row', { name: new RegExp(`${code}.*1,000 of 1,000 coins left`, 's') }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and actions' }).fill(code);
    await page.getByRole('option', { name: new RegExp(code) }).click();
    const promo = page.getByRole('dialog', { name: code });
    await promo.getByText('Nobody has redeemed it yet.').first().waitFor();
    await promo.getByRole('button', { name: 'End now' }).click();
    const end = page.getByRole('dialog', { name: `End the promo ${code} now` });
    await end.getByRole('button', { name: 'End now' }).click();
    await end.waitFor({ state: 'hidden' });
    await page.getByRole('group', { name: `Ended the promo ${code}` }).waitFor();
    await promo.getByText('Ended').waitFor();
    const found = await (await demoAdmin(server, 'finance')).call<Promo>('GET', `/v1/admin/promos/${code}`);
    expect(found).toMatchObject({ status: 'ended', segment: { name: segment.name } });
  });

  it('can be looked at without being changed', async () => {
    const { code } = await makePromo(server, 'Reader');
    const { page } = await visitAs('analyst');
    await page.goto(`/promos?q=${code}`);
    await page.getByRole('link', { name: new RegExp(code) }).click();
    await page.getByRole('dialog', { name: code }).getByRole('button', { name: 'Edit' }).waitFor();
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).isEnabled()).toBe(false);
    expect(await page.getByRole('link', { name: 'New promo' }).count()).toBe(0);
  });
});

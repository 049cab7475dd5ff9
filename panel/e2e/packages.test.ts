import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin } from './harness/content.ts';
import { pushPath } from './harness/navigate.ts';

const { server, visitAs } = testBrowser();

interface Package {
  readonly id: string;
  readonly sku: string;
  readonly coins: number;
  readonly priceCents: number;
  readonly rails: readonly string[];
  readonly status: string;
}

const readPackage = async (sku: string) =>
  (await demoAdmin(server, 'finance')).call<Package>('GET', `/v1/admin/coin-packages/${sku}`);

describe('coin packages', () => {
  it('are made by finance, changed after a look at the effects, paused and deleted', async () => {
    const { page } = await visitAs('finance');
    await page.goto('/packages');
    await page.getByRole('link', { name: 'New package' }).click();
    const form = page.getByRole('dialog', { name: 'New package' });
    await form.getByLabel('SKU').fill('story_700');
    await form.getByLabel('Coins', { exact: true }).fill('700');
    await form.getByLabel('Price in US dollars').fill('6.99');
    await form.getByLabel('Provider', { exact: true }).fill('OVO');
    await form.getByRole('button', { name: 'Add' }).click();
    await form.getByRole('button', { name: 'Continue' }).click();
    const create = page.getByRole('dialog', { name: 'Create story_700' });
    await create.getByRole('button', { name: 'Create package' }).click();
    await create.waitFor({ state: 'hidden' });
    await page.getByRole('group', { name: 'Created story_700' }).waitFor();
    expect(await readPackage('story_700')).toMatchObject({
      coins: 700,
      priceCents: 699,
      status: 'active',
      rails: ['ios_store', 'android_store', 'localwallet_ovo'],
    });

    const card = page.getByRole('link', { name: /^story_700: 700 coins/ });
    await page.getByLabel('Show the store for').selectOption({ label: 'Card on the web' });
    await card.waitFor({ state: 'detached' });
    await page.getByLabel('Show the store for').selectOption({ label: 'Ovo (wallet)' });
    await card.click();
    const drawer = page.getByRole('dialog', { name: 'story_700' });
    await drawer.getByLabel('Price in US dollars').fill('7.49');
    await drawer.getByRole('button', { name: 'Continue' }).click();
    const change = page.getByRole('dialog', { name: 'Change story_700' });
    await change.getByRole('row', { name: 'Price US$6.99 US$7.49' }).waitFor();
    await change.getByRole('button', { name: 'Save' }).click();
    await change.waitFor({ state: 'hidden' });
    await page.getByRole('group', { name: 'Changed story_700' }).waitFor();
    expect((await readPackage('story_700')).priceCents).toBe(749);

    const listed = page.getByRole('listitem').filter({ has: card });
    await listed.getByRole('button', { name: 'Pause' }).click();
    const pause = page.getByRole('dialog', { name: 'Pause story_700' });
    await pause.getByRole('button', { name: 'Pause' }).click();
    await card.waitFor({ state: 'detached' });
    await page.getByLabel('Show the store for').selectOption({ index: 0 });
    await listed.getByText('Paused').waitFor();
    await card.click();
    await drawer.getByRole('button', { name: 'Delete' }).click();
    const gone = page.getByRole('dialog', { name: 'Delete story_700' });
    await gone.getByRole('button', { name: 'Delete' }).click();
    await card.waitFor({ state: 'detached' });
  });

  it('are found by their sku, named in the audit log, and only read by an analyst', async () => {
    const { page } = await visitAs('finance');
    await page.goto('/packages');
    await page.getByRole('heading', { name: 'Coin packages' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and actions' }).fill('ramadan');
    await page.getByRole('option', { name: /coins_1000_ramadan/ }).click();
    await page.getByRole('dialog', { name: 'coins_1000_ramadan' }).waitFor();
    await pushPath(page, '/audit?action=coin_package.update');
    const paused = page.getByRole('row').filter({ hasText: 'coins_1000_ramadan' });
    await paused.getByRole('link', { name: 'Changed a coin package' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'coins_1000_ramadan' }).click();
    await page.getByRole('dialog', { name: 'coins_1000_ramadan' }).waitFor();

    const { page: reader } = await visitAs('analyst');
    await reader.goto('/packages');
    await reader.getByRole('link', { name: /^coins_500:/ }).click();
    const drawer = reader.getByRole('dialog', { name: 'coins_500' });
    expect(await drawer.getByLabel('Price in US dollars').isDisabled()).toBe(true);
    expect(await drawer.getByRole('button', { name: 'Continue' }).count()).toBe(0);
    expect(await reader.getByRole('link', { name: 'New package' }).count()).toBe(0);
  });
});

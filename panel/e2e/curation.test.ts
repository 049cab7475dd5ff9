import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin } from './harness/content.ts';

const { server, visitAs } = testBrowser();

interface Surface {
  readonly rails: readonly { readonly id: string; readonly collection: { readonly slug: string } }[];
}

const discover = async () => {
  const editor = await demoAdmin(server, 'content_manager');
  const { rails } = await editor.call<Surface>('GET', '/v1/admin/surfaces/discover');
  return rails.map(({ collection }) => collection.slug);
};

describe('a collection', () => {
  it('is made by hand, put in order, shown on a rail and taken off again', async () => {
    const name = `Rainy nights ${Date.now()}`;
    const slug = name.toLowerCase().replaceAll(' ', '-');
    const { page } = await visitAs('content_manager');
    await page.goto('/collections/new');
    await page.getByLabel('Title, English').fill(name);
    await page.getByLabel('Explanation').fill('rainy_nights');
    await page.getByText('Write a few words for viewers', { exact: false }).waitFor();
    await page.getByLabel('Explanation').fill('For evenings when it rains');
    await page.getByRole('button', { name: 'Create collection' }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();

    for (const series of ['Velvet Debt', 'Midnight Contract']) {
      await page.getByLabel('Find a series').fill(series);
      await page.getByRole('button', { name: `Add ${series}` }).click();
    }
    const list = page.getByRole('list', { name: 'Series', exact: true }).first();
    await list.getByRole('button', { name: 'Move Midnight Contract up' }).click();
    await expect.poll(() => list.getByRole('link').allInnerTexts()).toEqual(['Midnight Contract', 'Velvet Debt']);
    // No rail shows it yet: it is saved at once.
    await page.getByRole('button', { name: 'Apply changes' }).click();
    await page.getByRole('button', { name: 'Apply changes' }).waitFor({ state: 'detached' });

    await page.goto('/rails');
    const board = page.getByRole('region', { name: 'Discover', exact: true }).first();
    await board.getByRole('button', { name: 'Add a rail' }).click();
    const adder = page.getByRole('dialog', { name: 'Add a rail to Discover' });
    await adder.getByLabel('Find a collection').fill(name);
    await adder.getByRole('button', { name: `Add ${name}` }).click();
    await board.getByRole('button', { name: `Move ${name} up` }).focus();
    await page.keyboard.press('Alt+Home');
    expect(await discover()).not.toContain(slug);
    await board.getByRole('button', { name: 'Apply changes' }).click();
    const sheet = page.getByRole('dialog', { name: 'Change the rails of Discover' });
    await sheet.getByText(`New: ${name}`).or(sheet.getByText(name)).first().waitFor();
    await sheet.getByRole('button', { name: /^Apply changes/ }).click();
    await sheet.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await discover())[0]).toBe(slug);

    await board.getByRole('button', { name: `Remove ${name}` }).click();
    await board.getByRole('button', { name: 'Apply changes' }).click();
    await sheet.getByRole('button', { name: /^Apply changes/ }).click();
    await expect.poll(discover).not.toContain(slug);
  });
});

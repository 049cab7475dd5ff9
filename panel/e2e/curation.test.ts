import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin } from './harness/content.ts';
import { pushPath } from './harness/navigate.ts';

const { server, visitAs } = testBrowser();

interface Surface {
  readonly rails: readonly { readonly id: string; readonly collection: { readonly slug: string } }[];
}

const railsOfDiscover = async () => {
  const editor = await demoAdmin(server, 'content_manager');
  return (await editor.call<Surface>('GET', '/v1/admin/surfaces/discover')).rails;
};

const discover = async () => (await railsOfDiscover()).map(({ collection }) => collection.slug);

describe('a collection', () => {
  it('is made by hand, put in order, shown on a rail, taken off and brought back', async () => {
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

    await pushPath(page, '/rails');
    const board = page.getByRole('region', { name: 'Discover', exact: true }).first();
    await board.getByRole('button', { name: 'Add rail' }).click();
    const adder = page.getByRole('dialog', { name: 'Add rail to Discover' });
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

    // Who may change rails takes that back, also without the audit log.
    await page.getByRole('group').getByRole('button', { name: 'Undo' }).last().click();
    const undo = page.getByRole('dialog', { name: 'Undo: Change the rails of Discover' });
    await undo.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(async () => (await discover())[0]).toBe(slug);
    const rail = (await railsOfDiscover()).find(({ collection }) => collection.slug === slug);
    await (await demoAdmin(server, 'content_manager')).call('DELETE', `/v1/admin/rails/${rail?.id}`);
  });
});

/** Takes a row by its handle, and lets it go at a height between two others. */
async function dragBetween(page: Page, grip: Locator, above: Locator, below: Locator): Promise<void> {
  await grip.scrollIntoViewIfNeeded();
  const [from, upper, lower] = await Promise.all([grip.boundingBox(), above.boundingBox(), below.boundingBox()]);
  if (!from || !upper || !lower) throw new Error('a row is not on the page');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  const gap = (upper.y + upper.height + lower.y) / 2;
  await page.mouse.move(lower.x + 60, gap, { steps: 8 });
  await page.mouse.move(lower.x + 61, gap);
  await page.mouse.up();
}

describe('the rails of a surface', () => {
  it('are put in order with the pointer, and stay staged over a reload until they are applied', async () => {
    const editor = await demoAdmin(server, 'content_manager');
    const names = ['Harbour', 'Lantern', 'Orchard'].map((word) => `${word} ${Date.now()}`);
    const rails: string[] = [];
    const collections: string[] = [];
    for (const name of names) {
      const made = await editor.call<{ id: string }>('POST', '/v1/admin/collections', {
        slug: name.toLowerCase().replace(' ', '-'),
        titleI18n: { en: name },
        type: 'manual',
        explanation: 'Made for a story',
      });
      const body = { surface: 'discover', collectionId: made.id };
      rails.push((await editor.call<{ id: string }>('POST', '/v1/admin/rails', body)).id);
      collections.push(made.id);
    }
    const saved = async () => {
      const surface = await editor.call<Surface>('GET', '/v1/admin/surfaces/discover');
      return surface.rails.map(({ id }) => rails.indexOf(id)).filter((place) => place >= 0);
    };

    const { page } = await visitAs('content_manager');
    await page.goto('/rails');
    const board = page.getByRole('region', { name: 'Discover', exact: true }).first();
    const row = (place: number) => board.locator(`li[data-key="${rails[place]}"]`);
    const shown = () => board.getByRole('link', { name: new RegExp(names.join('|')) }).allInnerTexts();
    const grip = (place: number) => board.getByTitle(`Drag ${names[place]}`, { exact: false });
    await dragBetween(page, grip(2), row(0), row(1));
    await expect.poll(shown).toEqual([names[0], names[2], names[1]]);
    // Downwards, past the one below.
    await dragBetween(page, grip(0), row(2), row(1));
    await expect.poll(shown).toEqual([names[2], names[0], names[1]]);
    expect(await saved()).toEqual([0, 1, 2]);

    await page.reload();
    await expect.poll(shown).toEqual([names[2], names[0], names[1]]);
    await board.getByRole('button', { name: 'Apply changes' }).click();
    const sheet = page.getByRole('dialog', { name: 'Change the rails of Discover' });
    await sheet.getByRole('button', { name: /^Apply changes/ }).click();
    await sheet.waitFor({ state: 'hidden' });
    await expect.poll(saved).toEqual([2, 0, 1]);

    for (const id of rails) await editor.call('DELETE', `/v1/admin/rails/${id}`);
    for (const id of collections) await editor.call('DELETE', `/v1/admin/collections/${id}`);
  });
});

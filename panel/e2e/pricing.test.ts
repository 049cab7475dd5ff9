import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin, makeSeriesWithEpisodes } from './harness/content.ts';

const { server, visitAs } = testBrowser();

interface Explanation {
  readonly coinsRequired: number;
  readonly priceSource: string;
}

const priceOf = async (episodeId: string | undefined, more = '') =>
  (await demoAdmin(server, 'finance')).call<Explanation>(
    'GET',
    `/v1/admin/pricing/explain?episodeId=${episodeId}${more}`,
  );

describe('prices', () => {
  it('are set for a series that finance finds by its name, seen over time, switched off and removed', async () => {
    const series = await makeSeriesWithEpisodes(server, 'The Dear One', 2);
    const { page } = await visitAs('finance');
    await page.goto('/pricing');
    await page.getByRole('link', { name: 'Set a price' }).click();
    const form = page.getByRole('dialog', { name: 'Set a price' });
    await form.getByLabel('Find a series').fill(series.title);
    await form.getByRole('radio', { name: new RegExp(series.title) }).check();
    await form.getByLabel('Coins per episode').fill('17');
    await form.getByLabel(/^Until/).fill('2030-02-01T00:00');
    await form.getByRole('button', { name: 'Continue' }).click();
    const sheet = page.getByRole('dialog', { name: `Set ${series.title} to 17 coins` });
    await sheet.getByText('17 coins', { exact: true }).waitFor();
    await sheet.getByRole('button', { name: 'Set a price' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await page.getByRole('group', { name: `Set the price for ${series.title} to 17 coins` }).waitFor();
    expect(await priceOf(series.episodes[1])).toMatchObject({ coinsRequired: 17, priceSource: 'series' });

    await page.getByRole('link', { name: new RegExp(`^${series.title}: 17 coins, .*Running$`) }).click();
    const price = page.getByRole('dialog', { name: `Price for ${series.title}` });
    await price.getByRole('button', { name: 'Switch off' }).click();
    const off = page.getByRole('dialog', { name: `Switch off the price for ${series.title}` });
    await off.getByRole('button', { name: 'Switch off' }).click();
    await off.waitFor({ state: 'hidden' });
    await page.getByRole('group', { name: `Switched off the price for ${series.title}` }).waitFor();
    expect((await priceOf(series.episodes[1])).priceSource).toBe('default');

    await page.getByRole('link', { name: new RegExp(`^${series.title}: 17 coins, .*Switched off$`) }).click();
    await price.getByRole('button', { name: 'Remove' }).click();
    const gone = page.getByRole('dialog', { name: `Remove the price for ${series.title}` });
    await gone.getByRole('button', { name: 'Remove' }).click();
    await gone.waitFor({ state: 'hidden' });
    await page.getByRole('group', { name: `Removed the price for ${series.title}` }).waitFor();
    await page.getByRole('link', { name: new RegExp(`^${series.title}:`) }).waitFor({ state: 'detached' });
  });

  it('are compared by market, and each says why it is what it is', async () => {
    const series = await makeSeriesWithEpisodes(server, 'The Compared', 2);
    const finance = await demoAdmin(server, 'finance');
    const path = '/v1/admin/pricing/overrides';
    await finance.call('POST', path, { scope: 'episode', scopeRef: series.episodes[0], coins: 21 });
    await finance.call('POST', path, { scope: 'market', scopeRef: 'BN', coins: 2 });
    const { page } = await visitAs('analyst');
    await page.goto('/pricing?view=table');
    await page.getByLabel('Find a series').fill(series.title);
    await page.getByRole('radio', { name: new RegExp(series.title) }).check();
    const table = page.getByRole('table', { name: 'Prices by episode and market' });
    await table.getByRole('link', { name: 'Episode 1, Brunei: 21 coins. Price of the episode' }).waitFor();
    await table.getByRole('link', { name: 'Episode 2, Brunei: 2 coins. Price of the market' }).click();
    const why = page.getByRole('dialog', { name: 'Price of episode 2, Part 2' });
    const reasons = why.getByRole('listitem');
    await expect
      .poll(() => reasons.allInnerTexts())
      .toEqual([
        expect.stringMatching(/Price of the market[\s\S]*2 coins[\s\S]*Applies/),
        expect.stringMatching(/Default price[\s\S]*Overridden by a more specific price/),
      ]);
    await why.getByLabel('Market').selectOption({ label: 'All other markets' });
    await expect.poll(() => reasons.allInnerTexts()).toEqual([expect.stringMatching(/Default price[\s\S]*Applies/)]);
    expect(await page.getByRole('link', { name: 'Set a price' }).count()).toBe(0);
  });

  it('start from a default that finance changes', async () => {
    const finance = await demoAdmin(server, 'finance');
    const config = '/v1/admin/pricing/config';
    const { defaultCoinsPerEpisode: before } = await finance.call<{ defaultCoinsPerEpisode: number }>('GET', config);
    const { page } = await visitAs('finance');
    await page.goto('/pricing');
    const box = page.getByRole('region', { name: 'Default price' });
    await box.getByRole('button', { name: 'Change' }).click();
    const form = page.getByRole('dialog', { name: 'Default price' });
    await form.getByLabel('Coins per episode').fill('13');
    await form.getByRole('button', { name: 'Continue' }).click();
    const sheet = page.getByRole('dialog', { name: 'Set the default price to 13 coins' });
    await sheet.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('group', { name: 'The default price is now 13 coins' }).waitFor();
    await box.getByText('13 coins').waitFor();
    await finance.call('PUT', config, { defaultCoinsPerEpisode: before });
  });
});

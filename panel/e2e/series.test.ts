import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { catalogOf, confirm } from './harness/catalog.ts';
import { freshName } from './harness/content.ts';

const { server, visitAs } = testBrowser();
const { manager, makeSeries, episodesOf, readSeries } = catalogOf(server);

describe('series', () => {
  it('are made, translated, given episodes in the grid, and submitted for review', async () => {
    const { page } = await visitAs('content_manager');
    const title = freshName('The Lantern Oath');
    await page.goto('/series');
    await page.getByRole('link', { name: 'New series' }).click();
    const form = page.getByRole('dialog', { name: 'New series' });
    await form.getByLabel('Title').fill(title);
    await form.getByLabel('Genre').fill('romance');
    await form.getByRole('button', { name: 'Create series' }).click();
    await page.getByRole('heading', { name: title }).waitFor();
    const id = /\/series\/([\da-f-]{36})/.exec(page.url())?.[1] ?? '';

    await page.getByRole('tab', { name: 'Arabic' }).click();
    await page.getByRole('tabpanel', { name: 'Arabic' }).getByLabel('Title').fill('قسم الفانوس');
    await page.getByText('1 change not saved yet').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('1 change not saved yet').waitFor({ state: 'hidden' });
    expect((await readSeries(id)).titleI18n).toEqual({ ar: 'قسم الفانوس' });

    await page.getByRole('tab', { name: /Episodes/ }).click();
    await page.getByText('No episodes yet').waitFor();
    await page.getByRole('button', { name: 'Add episode' }).click();
    for (const name of ['The Quay', 'The Oath']) {
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
    }
    await page.keyboard.type('The Storm');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Everything breaks.');
    await page.keyboard.press('Tab');
    await page.keyboard.type('85');
    await page.keyboard.press('Enter');
    await page.getByText('3 episodes not saved yet').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('3 episodes not saved yet').waitFor({ state: 'hidden' });
    const created = await episodesOf({ id });
    expect(created.map((one) => [one.episodeNumber, one.title])).toEqual([
      [1, 'The Quay'],
      [2, 'The Oath'],
      [3, 'The Storm'],
    ]);
    expect(created[2]).toMatchObject({ synopsis: 'Everything breaks.', cliffhanger_score: 85 });

    await page.getByText('3 episodes have no finished video.').first().waitFor();
    await page.getByRole('button', { name: 'Submit for review' }).click();
    await confirm(page, `Submit ${title} for review`, /Submit for review/, 'Ready for a look');
    await page.getByRole('button', { name: 'Publish now' }).waitFor();
    expect((await readSeries(id)).status).toBe('in_review');
  });

  it('show what is locked and why, and take a note for what viewers see', async () => {
    const { page } = await visitAs('content_manager');
    const { id, title } = await makeSeries('The Locked Gate');
    const { call } = await manager();
    for (const action of ['submit', 'publish']) await call('POST', `/v1/admin/series/${id}/workflow`, { action });
    await page.goto(`/series/${id}`);
    const field = page.getByRole('tabpanel', { name: 'English' }).getByLabel('Title');
    await field.waitFor();
    await expect.poll(() => field.isDisabled()).toBe(true);
    await expect.poll(() => page.getByText('Locked because viewers can see it.').count()).toBeGreaterThan(1);
    expect(
      await page.getByRole('button', { name: /^(?:Archive|Publish now|Submit for review)$/ }).allInnerTexts(),
    ).toEqual(['Archive']);

    await page.getByRole('tabpanel', { name: 'English' }).getByLabel('Synopsis').fill('A gate, and what is behind it.');
    await page.getByRole('button', { name: 'Review and save' }).click();
    const sheet = page.getByRole('dialog', { name: `Edit ${title}` });
    await sheet.getByLabel('Note').waitFor();
    await expect.poll(() => sheet.getByRole('button', { name: /Save changes/ }).isDisabled()).toBe(true);
    await confirm(page, `Edit ${title}`, /Save changes/, 'The old one gave the end away');
    expect((await readSeries(id)).synopsis).toBe('A gate, and what is behind it.');
  });

  it('are submitted together after a preview that says which are refused', async () => {
    const { page } = await visitAs('content_manager');
    const stem = freshName('Bulk');
    const [first, second] = [await makeSeries(`${stem} one`), await makeSeries(`${stem} two`)];
    await (await manager()).call('POST', `/v1/admin/series/${second.id}/workflow`, { action: 'submit' });
    await page.goto(`/series?q=${encodeURIComponent(stem)}`);
    await page.getByRole('checkbox', { name: `Select ${first.title}` }).check();
    await page.getByRole('checkbox', { name: `Select ${second.title}` }).check();
    await page.getByText('2 series selected').waitFor();
    await page.getByRole('button', { name: 'Submit for review' }).click();
    const sheet = page.getByRole('dialog', { name: 'Submit series for review' });
    await sheet.getByText('1 will change · 1 blocked').waitFor();
    await sheet.getByText('Status: Draft → In review').waitFor();
    await sheet.getByText('Not possible in the status “In review”.').waitFor();
    await sheet.getByRole('button', { name: /Submit for review/ }).click();
    await sheet.getByText('1 done · 1 failed').waitFor();
    await sheet.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('1 series selected').waitFor();
    expect((await readSeries(first.id)).status).toBe('in_review');
  });

  it('are found by the palette', async () => {
    const { page } = await visitAs('content_manager');
    const { title } = await makeSeries('Palette Garden');
    await page.goto('/series');
    await page.getByRole('heading', { name: 'Series' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and actions' }).waitFor();
    await page.keyboard.type(title);
    await page.getByRole('option', { name: new RegExp(title) }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: title }).waitFor();
  });
});

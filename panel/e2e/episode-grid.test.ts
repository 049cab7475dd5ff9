import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { catalogOf } from './harness/catalog.ts';

const { server, visitAs } = testBrowser();
const { manager, makeSeries, episodesOf } = catalogOf(server);

describe('the episode grid', () => {
  it('is walked and edited from the keyboard; Escape takes back, and what is locked stays', async () => {
    const { page } = await visitAs('content_manager');
    const series = await makeSeries('The Grid', ['One', 'Two']);
    const [first] = await episodesOf(series);
    await (await manager()).call('POST', `/v1/admin/episodes/${first?.id}/workflow`, { action: 'submit' });
    await page.goto(`/series/${series.id}?tab=episodes`);
    const number = page.getByRole('gridcell', { name: /^No\. of episode 1/ });
    await number.focus();
    await page.getByRole('tooltip').getByText('Locked since submission.').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('textbox', { name: /of episode/ }).count()).toBe(0);

    for (const key of ['ArrowRight', 'Enter']) await page.keyboard.press(key);
    await page.keyboard.type('Nothing of this stays');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByText('not saved yet').count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('Two and a half');
    await page.keyboard.press('Enter');
    await page.getByText('1 episode not saved yet').waitFor();
    expect((await episodesOf(series)).map(({ title }) => title)).toEqual(['One', 'Two']);

    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('1 episode not saved yet').waitFor({ state: 'hidden' });
    expect((await episodesOf(series)).map(({ title }) => title)).toEqual(['One', 'Two and a half']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone').waitFor();
    expect((await episodesOf(series)).map(({ title }) => title)).toEqual(['One', 'Two']);
  });

  it('says by row what could not be saved, and keeps it', async () => {
    const { page } = await visitAs('content_manager');
    const series = await makeSeries('The Taken Number', ['One', 'Two']);
    await page.goto(`/series/${series.id}?tab=episodes`);
    await page.getByRole('gridcell', { name: /^No\. of episode 2/ }).focus();
    await page.keyboard.type('1');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Too many firsts');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Escape');
    await page
      .getByRole('gridcell', { name: /^Cliffhanger of episode 1/ })
      .first()
      .focus();
    await page.keyboard.type('70');
    await page.keyboard.press('Enter');
    await page.getByText('2 episodes not saved yet').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').getByText('Another episode has this number.').waitFor();
    await page.getByText('1 episode not saved yet · 1 row was not saved').waitFor();
    expect((await episodesOf(series)).map((one) => [one.title, one.cliffhanger_score])).toEqual([
      ['One', 70],
      ['Two', 0],
    ]);
  });

  it('lets episodes change places, and a new one take a number that another gives up', async () => {
    const { page } = await visitAs('content_manager');
    const series = await makeSeries('The Changed Places', ['One', 'Two', 'Three']);
    await page.goto(`/series/${series.id}?tab=episodes`);
    const numberOf = async (title: string, to: string) => {
      const row = page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) });
      await row.getByRole('gridcell', { name: /^No\. of episode/ }).focus();
      await page.keyboard.type(to);
      await page.keyboard.press('Enter');
    };
    await numberOf('One', '2');
    await numberOf('Two', '1');
    await numberOf('Three', '4');
    await page.getByRole('button', { name: 'Add episode' }).click();
    await page.keyboard.type('Between');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await numberOf('Between', '3');
    await page.getByText('4 episodes not saved yet').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('4 episodes not saved yet').waitFor({ state: 'hidden' });
    expect((await episodesOf(series)).map((one) => [one.episodeNumber, one.title])).toEqual([
      [1, 'Two'],
      [2, 'One'],
      [3, 'Between'],
      [4, 'Three'],
    ]);
    await expect.poll(() => page.getByText('not saved yet').count()).toBe(0);
  });

  it('is for reading where one may not write', async () => {
    const { page } = await visitAs('analyst');
    const series = await makeSeries('The Read Only', ['One']);
    await page.goto(`/series/${series.id}?tab=episodes`);
    await page.getByRole('gridcell', { name: /^Title of episode 1/ }).focus();
    await page.getByRole('tooltip').getByText('Requires the permission').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Add episode' }).count()).toBe(0);
    await page.getByText('Changing the status requires the permission').waitFor();
  });

  it('keeps its columns where they are while a cell is typed in', async () => {
    const { page } = await visitAs('content_manager', { width: 1440 });
    const series = await makeSeries('Still columns', ['One', 'Two']);
    await page.goto(`/series/${series.id}?tab=episodes`);
    const cell = page.getByRole('gridcell', { name: /^Title of episode 1/ });
    await cell.waitFor();
    const edges = () =>
      page.locator('thead th').evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().x)));
    const before = await edges();
    await cell.dblclick();
    await page.keyboard.type('A title that is as long as titles get when nobody stops to think');
    expect(await edges()).toEqual(before);
    await page.keyboard.press('Enter');
    await page.getByText('1 episode not saved yet').waitFor();
    expect(await edges()).toEqual(before);
    await page.getByRole('button', { name: 'Add episode' }).click();
    await page.getByRole('textbox', { name: 'Title of episode 3' }).waitFor();
    expect(await edges()).toEqual(before);
  });

  it('has the focus at the button of the menu again after Escape in its sheet', async () => {
    const { page } = await visitAs('content_manager');
    const series = await makeSeries('Back to the menu', ['One', 'Two']);
    await page.goto(`/series/${series.id}?tab=episodes`);
    await page.getByRole('checkbox', { name: 'Select episode 1' }).check();
    const button = page.getByRole('button', { name: 'Change status' });
    await button.press('Enter');
    await page.getByRole('menuitem', { name: 'Submit for review' }).press('Enter');
    await page.getByRole('dialog').getByText('1 will change').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

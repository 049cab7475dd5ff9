import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { switchLanguage } from './harness/navigate.ts';

const { visitAs } = testBrowser();

/** Whether the words that stand for what can be typed are longer than their field. */
function isPlaceholderCut(field: HTMLElement): boolean {
  const { paddingInlineStart, paddingInlineEnd, font } = getComputedStyle(field);
  const text = document.createElement('span');
  Object.assign(text.style, { font, position: 'absolute', whiteSpace: 'pre' });
  text.textContent = field.getAttribute('placeholder');
  document.body.append(text);
  const room = field.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
  const isCut = text.offsetWidth > room;
  text.remove();
  return isCut;
}

describe('lists', () => {
  it('lead from page to page and back, and a link shows a colleague the same page', async () => {
    const { page } = await visitAs('support');
    await page.goto('/users?limit=25');
    const rows = page.locator('[data-row-link]');
    // By where they lead: two users may have one name.
    const shownIn = (list: typeof rows) =>
      list.evaluateAll((links) => links.map((link) => link.getAttribute('href')?.replace(/\?.*/, '')));
    await rows.nth(24).waitFor();
    const first = await shownIn(rows);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('Page 2').waitFor();
    await expect.poll(async () => (await shownIn(rows))[0]).not.toBe(first[0]);
    const second = await shownIn(rows);
    expect(second.filter((user) => first.includes(user))).toEqual([]);

    const colleague = await visitAs('moderator');
    await colleague.page.goto(page.url());
    await colleague.page.getByText('Page 2').waitFor();
    await colleague.page.locator('[data-row-link]').first().waitFor();
    await expect.poll(() => shownIn(colleague.page.locator('[data-row-link]'))).toEqual(second);

    await page.getByRole('button', { name: 'Previous page' }).click();
    await page.getByText('Page 1').waitFor();
    await rows.nth(24).waitFor();
    await expect.poll(() => shownIn(rows)).toEqual(first);
    expect(page.url()).not.toContain('cursors');
  });

  it('keep still while they load, for those who asked for less motion', async () => {
    const { page } = await visitAs('support');
    await page.route(/\/v1\/admin\/users\b/, () => {});
    await page.goto('/users');
    await page.locator('table[aria-busy="true"]').waitFor();
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  it('have their filters whole, in one row or in Indonesian in two, also once some are set', async () => {
    const { page } = await visitAs('support', { width: 1440 });
    await page.goto('/users?status=active');
    await page.locator('[data-row-link]').first().waitFor();
    const bar = page.getByRole('search');
    const headings = { en: 'Users', ar: 'المستخدمون', id: 'Pengguna' };
    for (const language of ['en', 'ar', 'id'] as const) {
      await switchLanguage(page, language);
      await page.getByRole('heading', { name: headings[language], level: 1 }).waitFor();
      const rows = await bar.evaluate(
        ({ children }) =>
          new Set([...children].map((part) => Math.round(part.getBoundingClientRect().bottom / 20))).size,
      );
      expect(rows, language).toBeLessThanOrEqual(language === 'id' ? 2 : 1);
      expect(await bar.locator('input[type=search]').evaluate(isPlaceholderCut), language).toBe(false);
    }
  });

  it('make no more columns on a phone than they show', async () => {
    const { page } = await visitAs('support', { width: 400 });
    await page.goto('/users');
    await page.locator('[data-row-link]').first().waitFor();
    expect(await page.locator('thead th').allInnerTexts()).toEqual(['User', 'Status', 'Balance']);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('columnheader', { name: 'Joined' }).waitFor();
    await page.getByRole('navigation').waitFor();
  });

  it('keep filters under a name, which is there after a reload and can be dropped', async () => {
    const { page } = await visitAs('support');
    await page.goto('/users?country=EG&sort=balance');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Egypt by balance');
    await page.keyboard.press('Enter');
    await page.goto('/users');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Egypt by balance' }).click();
    await page.waitForURL(/country=EG/);
    expect(page.url()).toContain('sort=balance');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Delete the view Egypt by balance' }).click();
    await page.getByText('No saved views yet').waitFor();
  });

  it('have views that a colleague of the same role opens, from the list or from the palette', async () => {
    const { page } = await visitAs('finance');
    await page.goto('/transactions?status=failed&rail=card_web');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Declined cards');
    await page.getByRole('combobox', { name: 'Who sees it' }).selectOption('Everyone in Finance');
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();

    const colleague = await visitAs('finance');
    await colleague.page.goto('/');
    await colleague.page.getByRole('heading', { name: 'Home' }).waitFor();
    await colleague.page.keyboard.press('Control+k');
    await colleague.page.getByRole('combobox').fill('declined');
    await colleague.page.getByRole('option', { name: /Declined cards/ }).click();
    await colleague.page.waitForURL(/\/transactions\?.*rail=card_web/);
    expect(colleague.page.url()).toContain('status=failed');
    await colleague.page.getByRole('button', { name: 'Views' }).click();
    await colleague.page.getByRole('menuitem', { name: /Declined cards/ }).waitFor();

    const support = await visitAs('support');
    await support.page.goto('/transactions');
    await support.page.getByRole('button', { name: 'Views' }).click();
    await support.page.getByRole('menuitem', { name: /Waiting for over a day/ }).waitFor();
    expect(await support.page.getByText('Declined cards').count()).toBe(0);
  });
});

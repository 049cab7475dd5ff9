import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { pushPath } from './harness/navigate.ts';

const { visitAs } = testBrowser();

/** Opens a user the way that support does: by a search. */
async function openUser(page: Page, name: string): Promise<void> {
  await page.goto('/users');
  await page.getByRole('searchbox', { name: /Email, phone/ }).fill(name);
  await page.getByText('1 user', { exact: true }).waitFor();
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

describe('users', () => {
  it('are found by name, phone, device and id, filtered and sorted in the address bar', async () => {
    const { page } = await visitAs('support');
    await page.goto('/users');
    await page.getByText(/^5\d\d users$/).waitFor();
    await page.getByLabel('Country').selectOption({ label: 'Egypt' });
    await page.getByText(/^1\d\d users$/).waitFor();
    await page.getByRole('button', { name: 'Balance' }).click();
    await page.waitForURL(/sort=balance/);
    const first = page.locator('[data-row-link]').first();
    await expect.poll(() => first.innerText()).toContain('مريم');
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Balance' }).getAttribute('aria-sort'))
      .toBe('descending');
    const link = page.url();
    await page.goto(link);
    await page.getByText(/^1\d\d users$/).waitFor();

    for (const q of ['+20 100 123 4501', 'device:demo-device-14', 'maryam.abd']) {
      const answer = page.waitForResponse((response) => {
        const { pathname, searchParams } = new URL(response.url());
        return pathname === '/v1/admin/users' && searchParams.get('q') === q;
      });
      await pushPath(page, `/users?q=${encodeURIComponent(q)}`);
      expect(await (await answer).json()).toMatchObject({ items: [{ displayName: expect.stringContaining('مريم') }] });
      await page.getByText('1 user', { exact: true }).waitFor();
      await expect.poll(() => page.locator('[data-row-link]').first().innerText()).toContain('مريم');
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and actions' }).waitFor();
    await page.keyboard.type('maryam');
    await page.getByRole('option', { name: /مريم/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /مريم/, level: 1 }).waitFor();
    await page.getByText('Free subscription').first().waitFor();
    await pushPath(page, `/users?q=${new URL(page.url()).pathname.split('/').at(-1)}`);
    await page.getByText('1 user', { exact: true }).waitFor();
    await expect.poll(() => page.locator('[data-row-link]').first().innerText()).toContain('مريم');
  });

  it('get coins after a look at where they come from, and over 2000 by two people', async () => {
    const { page } = await visitAs('support');
    await openUser(page, 'Budi Santoso');
    const before = Number((await page.locator('main dd').first().innerText()).replace(',', ''));
    await page.getByRole('button', { name: 'Adjust coins' }).click();
    const drawer = page.getByRole('dialog', { name: 'Adjust the coins of Budi Santoso' });
    const effect = drawer.getByRole('region', { name: 'What this changes' });
    await drawer.getByLabel('Coins', { exact: true }).fill('100');
    await effect.getByText('From support grants').waitFor();
    await effect.getByText((before + 100).toLocaleString('en')).waitFor();
    await drawer.getByRole('radio', { name: /Promo/ }).check();
    await effect.getByText('From promos').waitFor();
    await drawer.getByRole('radio', { name: /Apology/ }).check();
    await drawer.getByRole('button', { name: 'Review and confirm' }).click();
    await drawer.getByText('At least 3 characters').waitFor();
    await drawer.getByLabel('Short description').fill('late subtitles');
    await drawer.getByText('Saved in the ledger as “Apology: Late subtitles”').waitFor();
    await drawer.getByRole('button', { name: 'Review and confirm' }).click();
    const sheet = page.getByRole('dialog', { name: 'Give Budi Santoso 100 coins' });
    await sheet.getByText(/^New balance: /).waitFor();
    await page.keyboard.press('Control+Enter');
    await sheet.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Apology: Late subtitles' }).waitFor();

    await page.getByRole('button', { name: 'Adjust coins' }).click();
    await drawer.getByLabel('Coins', { exact: true }).fill('900');
    await effect.getByText('400 coins left today').waitFor();
    await effect.getByRole('button', { name: 'Use 400' }).click();
    await effect.getByText('From support grants').waitFor();

    await drawer.getByLabel('Coins', { exact: true }).fill('3000');
    await effect.getByText('Needs approval').waitFor();
    await drawer.getByLabel('Short description').fill('lost purchase');
    await drawer.getByRole('button', { name: 'Review and request approval' }).click();
    const gated = page.getByRole('dialog', { name: 'Give Budi Santoso 3,000 coins' });
    await gated.getByText(/^New balance: /).waitFor();
    await gated.getByRole('button', { name: /Request approval/ }).click();
    await gated.waitFor({ state: 'hidden' });
    await page.getByText('Waiting for approval').waitFor();
    await page.getByRole('button', { name: 'Open the request' }).waitFor();
    await expect.poll(() => page.locator('main dd').first().innerText()).toBe((before + 100).toLocaleString('en'));
  });

  it('are suspended for a while and reactivated', async () => {
    const { page } = await visitAs('support');
    await openUser(page, 'Agus Setiawan');
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Suspend Agus Setiawan' });
    await drawer.getByLabel('For how long').selectOption({ label: '3 days' });
    await drawer.getByRole('button', { name: 'Continue' }).click();
    const sheet = page.getByRole('dialog', { name: 'Suspend Agus Setiawan' }).last();
    await sheet.getByRole('row', { name: /Status/ }).waitFor();
    await sheet.getByLabel('Reason').fill('payment being checked');
    await sheet.getByRole('button', { name: /Suspend/ }).click();
    await sheet.waitFor({ state: 'hidden' });
    await page.getByText(/Suspended until \d/).waitFor();

    await page.getByRole('button', { name: 'Reactivate' }).click();
    const back = page.getByRole('dialog', { name: 'Reactivate Agus Setiawan' });
    await back.getByLabel('Note').fill('payment is fine');
    await back.getByRole('button', { name: /Reactivate/ }).click();
    await back.waitFor({ state: 'hidden' });
    await page.getByText('Reactivated a user').waitFor();
    await page.getByRole('button', { name: 'Suspend', exact: true }).waitFor();
  });

  it('have notes, which are written at once and deleted after a look', async () => {
    const { page } = await visitAs('support');
    await openUser(page, 'Eko Prasetyo');
    await page.getByRole('tab', { name: 'Notes' }).click();
    await page.waitForURL(/tab=notes/);
    await page.getByText('No notes yet').waitFor();
    await page.getByLabel('New note').fill('Asked twice about the same episode.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Asked twice' }).waitFor();
    await page.getByRole('button', { name: 'Delete note' }).click();
    const sheet = page.getByRole('dialog', { name: 'Delete this note' });
    await sheet.getByRole('button', { name: /Delete note/ }).click();
    await sheet.waitFor({ state: 'hidden' });
    await page.getByText('No notes yet').waitFor();
  });

  it('have a book that is proved, and events that show both sides and lead back', async () => {
    const { page } = await visitAs('finance');
    await openUser(page, 'Siti Rahmawati');
    await page.getByRole('tab', { name: 'Coins' }).click();
    await page.getByRole('button', { name: 'Verify balance' }).click();
    await page.getByText('Balance correct').waitFor();
    await page
      .getByRole('row', { name: /Purchase 1,100 coins/ })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { name: 'Ledger event' }).waitFor();
    const sides = page.getByRole('table', { name: 'Ledger entries' });
    await expect
      .poll(async () => (await sides.getByRole('row').allInnerTexts()).join('\n'))
      .toMatch(/wallet_paid[\s\S]*\+1,100[\s\S]*source_iap_android_store[\s\S]*−1,100[\s\S]*Sum\s+0/);
    await page.getByRole('link', { name: 'Siti Rahmawati' }).click();
    await page.getByRole('heading', { name: 'Siti Rahmawati' }).waitFor();
  });

  it('say which permission or state keeps an action off', async () => {
    const { page } = await visitAs('moderator');
    await openUser(page, 'Farid Hakim');
    const adjust = page.getByRole('button', { name: 'Adjust coins' });
    await expect.poll(() => adjust.getAttribute('aria-disabled')).toBe('true');
    await adjust.hover();
    await page.getByRole('tooltip').getByText('Requires the permission “Grant and deduct coins”').waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /Ban.*Not possible in the status “Banned”/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Coins' }).click();
    await page.getByText('You do not have access to this').waitFor();
  });
});

import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin } from './harness/content.ts';

const { server, visit, visitAs } = testBrowser();

describe('admins', () => {
  it('are created through the review dialog, and choose a password of their own at the first sign-in', async () => {
    const { page } = await visitAs('superadmin');
    await page.goto('/admins');
    await page.getByRole('link', { name: 'New admin' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Continue' }).click();
    await form.getByText('Fill this in').first().waitFor();
    await form.getByLabel('Name').fill('Mina Okafor');
    await form.getByLabel('Email').fill('mina@demo.example');
    await form.getByLabel('Role').selectOption('support');
    const password = await form.locator('code').innerText();
    await form.getByRole('button', { name: 'Continue' }).click();

    const sheet = page.getByRole('dialog', { name: 'Create Mina Okafor' });
    await sheet.getByText('New: Mina Okafor').waitFor();
    await expect.poll(() => sheet.getByRole('row', { name: /Role/ }).innerText()).toContain('Support');
    await page.keyboard.press('Control+Enter');
    await sheet.getByText('Done', { exact: true }).waitFor();
    await expect.poll(() => sheet.locator('code').innerText()).toBe(password);
    await sheet.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('link', { name: /Mina Okafor/ }).waitFor();

    const first = await visit();
    await first.page.goto('/sign-in');
    await first.page.getByLabel('Email').fill('mina@demo.example');
    await first.page.getByLabel('Password', { exact: true }).fill(password);
    await first.page.keyboard.press('Enter');
    await first.page.getByRole('heading', { name: 'Choose your password' }).waitFor();
    await first.page.getByLabel('Temporary password').fill(password);
    await first.page.getByLabel('New password').fill('short');
    await expect.poll(() => first.page.getByRole('meter').getAttribute('aria-valuetext')).toBe('Too short');
    await first.page.getByLabel('New password').fill('seven gulls over the Pier 9');
    await expect.poll(() => first.page.getByRole('meter').getAttribute('aria-valuetext')).toBe('Strong');
    await first.page.getByRole('button', { name: 'Save and continue' }).click();
    await first.page.getByRole('button', { name: /Account menu: Mina/ }).waitFor();
  });

  it('shows the very refusal before anything is done, beside the field or in the sheet', async () => {
    const { page } = await visitAs('superadmin');
    await page.goto('/admins/new');
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('Another Omar');
    await form.getByLabel('Email').fill('omar@demo.example');
    await form.getByLabel('Role').selectOption('support');
    await form.getByRole('button', { name: 'Continue' }).click();
    const sheet = page.getByRole('dialog', { name: 'Create Another Omar' });
    await sheet.getByText('Another admin has this email').waitFor();
    await expect.poll(() => sheet.getByRole('button', { name: /Create admin/ }).isDisabled()).toBe(true);
  });

  it('cannot lose the last superadmin, and the control says why', async () => {
    const { page } = await visitAs('superadmin');
    await page.goto('/admins?q=sofia');
    await page.getByRole('link', { name: /Sofia/ }).click();
    const disable = page.getByRole('button', { name: 'Disable' });
    await expect.poll(() => disable.getAttribute('aria-disabled')).toBe('true');
    await disable.hover();
    await page.getByRole('tooltip').getByText('last active superadmin').waitFor();
  });

  it('shows both editions when someone else got in between', async () => {
    // Other stories know the admins of the demo by their names.
    const dara = { email: 'dara@demo.example', name: 'Dara Okta', role: 'support' };
    const temporary = { temporary_password: 'nine lanterns on the quay 4' };
    await (await demoAdmin(server, 'superadmin')).call('POST', '/v1/admin/admins', { ...dara, ...temporary });
    const { page, context } = await visitAs('superadmin');
    await page.goto('/admins?q=dara');
    await page.getByRole('link', { name: /Dara/ }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name').fill('Dara L.');
    const path = `/v1/admin/admins/${new URL(page.url()).pathname.split('/').at(-1)}`;
    await context.request.put(path, { data: { name: 'Dara Dewi' }, headers: { 'sec-fetch-site': 'same-origin' } });
    await drawer.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Someone else changed this').waitFor();
    await expect.poll(() => page.getByRole('row', { name: /Name/ }).last().innerText()).toMatch(/Dara Dewi\s+Dara L\./);
    await page.getByRole('button', { name: 'Reapply my changes' }).click();
    await drawer.getByRole('button', { name: 'Save changes' }).click();
    await page
      .getByRole('dialog', { name: /Edit Dara/ })
      .getByRole('button', { name: /Save/ })
      .click();
    await page.getByRole('group', { name: 'Saved the changes to Dara Dewi' }).waitFor();
  });

  it('are walked with the keyboard: / filters, j and k move, Enter opens, Escape goes back', async () => {
    const { page } = await visitAs('superadmin');
    await page.goto('/admins');
    await page.locator('[data-row-link]').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('demo.example');
    await page.waitForURL(/q=demo.example/);
    await page.keyboard.press('Tab');
    await page.locator('[data-row-link]').first().focus();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    const name = await page.locator('[data-row-link]').nth(1).locator('bdi').first().innerText();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name }).waitFor();
    expect(page.url()).toMatch(/\/admins\/[0-9a-f-]{36}\?q=demo.example/);
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/admins\?q=demo.example/);
  });
});

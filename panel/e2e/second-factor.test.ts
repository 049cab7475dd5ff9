import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { codeFor } from './harness/authenticator.ts';
import { testBrowser } from './harness/browser.ts';
import { credentialsOf } from './harness/demo.ts';

const { server, visit, visitInNewSession } = testBrowser({ MFA_REQUIRED: 'true' });

/** Something that wants a fresh proof of who one is. */
async function endSessionsOfAnna(page: Page) {
  await page.goto('/admins?q=anna');
  await page.getByRole('link', { name: /Anna/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
  return page.getByRole('dialog', { name: /End all sessions of Anna/ });
}

describe('the second factor', () => {
  it('is asked for, set up, shown again where it must be fresh, and wanted at the next sign-in', async () => {
    const early = await visitInNewSession('superadmin');
    const { page } = await visitInNewSession('superadmin');
    await page.goto('/admins');
    await page.getByText('Set up a second factor first').waitFor();
    await page.getByRole('link', { name: 'Go to my account' }).click();

    const { email, password } = await credentialsOf(server, 'superadmin');
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Set up' }).click();
    const secret = await page.locator('main code').first().innerText();
    const code = page.getByLabel('Code from the app');
    await code.fill('000000');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('Wrong or already used code').waitFor();
    await code.fill(codeFor(secret));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('Recovery codes').first().waitFor();
    await expect.poll(() => page.getByRole('status').getByRole('listitem').count()).toBe(10);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('Enter a code from the app, or a recovery code, to turn it off.').waitFor();

    const sheet = await endSessionsOfAnna(early.page);
    await sheet.getByLabel('Code from your authenticator app').fill(codeFor(secret, 1));
    await sheet.getByRole('button', { name: 'Confirm the code' }).click();
    await sheet.getByRole('button', { name: /End all sessions/ }).click();
    await sheet.waitFor({ state: 'hidden' });

    const later = await visit();
    await later.page.goto('/sign-in');
    await later.page.getByLabel('Email').fill(email);
    await later.page.getByLabel('Password', { exact: true }).fill(password);
    await later.page.keyboard.press('Enter');
    await later.page.getByLabel('Code from your authenticator app, or a recovery code').waitFor();
  });
});

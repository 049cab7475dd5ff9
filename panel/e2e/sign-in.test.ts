import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { credentialsOf } from './harness/demo.ts';

const { server, visit, visitAs, visitInNewSession } = testBrowser();

describe('signing in', () => {
  it('says the same for a wrong password and for an unknown email', async () => {
    const { page } = await visit();
    const messages: string[] = [];
    for (const email of ['sofia@demo.example', 'nobody@demo.example']) {
      await page.goto('/');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill('not the right one');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('alert').waitFor();
      messages.push(await page.getByRole('alert').innerText());
    }
    expect(new Set(messages).size).toBe(1);
    expect(messages[0]).toContain('Wrong email');
  });

  it('leads back to where one was going, and the token is out of reach of scripts', async () => {
    const { page } = await visit();
    const { email, password } = await credentialsOf(server, 'superadmin');
    await page.goto('/admins?q=omar');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /Omar Haddad/ }).waitFor();
    expect(page.url()).toContain('/admins?q=omar');
    const seen = await page.evaluate(() => document.cookie + JSON.stringify([localStorage, sessionStorage]));
    expect(seen).not.toContain('eyJ');
  });

  it('offers the sign-ins of the demo', async () => {
    const { page } = await visit();
    await page.goto('/sign-in');
    await page.getByRole('button', { name: /Analyst/ }).click();
    await page.getByRole('button', { name: /Account menu: Anna/ }).waitFor();
    expect(new URL(page.url()).pathname).not.toBe('/sign-in');
  });

  it('in one tab ends the page of whoever was signed in in another, and so does signing out', async () => {
    const { page, context } = await visitInNewSession('content_manager');
    await page.goto('/account');
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    const other = await context.newPage();
    await other.goto('/sign-in');
    await other.getByRole('button', { name: /Analyst/ }).click();
    await other.getByRole('button', { name: /Account menu: Anna/ }).waitFor();
    await page.getByText('Another account is signed in in this browser').waitFor();
    expect(await page.getByRole('heading', { name: 'My account' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await page.getByRole('button', { name: /Account menu: Anna/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.getByText('You were signed out').waitFor();
  });

  it('says when the session was ended from elsewhere, and signs out', async () => {
    const { page, context } = await visitAs('finance');
    await page.goto('/account');
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    await page.getByLabel('Your password').fill('a password');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByText('You were signed out').waitFor();
    expect(page.url()).toContain('next=%2Faccount');
    const other = await visitInNewSession('finance');
    await other.page.goto('/account');
    await other.page.getByRole('button', { name: /Account menu/ }).click();
    await other.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.page.goto('/account');
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});

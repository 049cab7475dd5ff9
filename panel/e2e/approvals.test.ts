import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import {
  type AdminCredentials,
  askForGrant,
  askForRoleDeletion,
  demoAdmin,
  makeSuperadmin,
  signInByApi,
} from './harness/content.ts';
import { pushPath } from './harness/navigate.ts';

const { server, visit, visitAs } = testBrowser();

describe('approvals', () => {
  let nora: AdminCredentials;
  const asNora = () => signInByApi(server, nora.email, nora.password);
  beforeAll(async () => {
    nora = await makeSuperadmin(server, await demoAdmin(server, 'superadmin'));
  });
  // The other tests count on one superadmin.
  afterAll(async () => {
    await (await demoAdmin(server, 'superadmin')).call('DELETE', `/v1/admin/admins/${nora.id}`);
  });

  it('are asked for by one person and decided by another, from the keyboard, and then it is done', async () => {
    const { page } = await visitAs('superadmin');
    const role = await askForRoleDeletion(await demoAdmin(server, 'superadmin'));
    await page.goto(`/approvals/${role.approvalId}?tab=mine`);
    const own = page.getByRole('dialog', { name: `Delete a role: ${role.name}` });
    await own
      .getByRole('timer')
      .getByText(/6d 23h/)
      .waitFor();
    const approve = own.getByRole('button', { name: 'Approve' });
    await expect.poll(() => approve.getAttribute('aria-disabled')).toBe('true');
    await approve.hover();
    await page.getByRole('tooltip').getByText('someone else must decide').waitFor();

    const other = await visit();
    const { email, password } = nora;
    await other.context.request.post('/v1/admin/auth/login', { data: { email, password } });
    await other.page.goto('/approvals');
    await other.page.getByRole('link', { name: role.name }).waitFor();
    await other.page.getByRole('link', { name: role.name }).focus();
    await other.page.keyboard.press('Enter');
    const drawer = other.page.getByRole('dialog', { name: `Delete a role: ${role.name}` });
    await drawer.getByText('See balances and coin movements').first().waitFor();
    await other.page.keyboard.press('a');
    const sheet = other.page.getByRole('dialog', { name: /^Approve/ });
    await sheet.getByLabel('Note (optional)').fill('Nobody needs it');
    await expect.poll(() => sheet.getByRole('button').last().isEnabled()).toBe(true);
    await other.page.keyboard.press('Control+Enter');
    await sheet.waitFor({ state: 'hidden' });
    await drawer.getByText('Nora Vance approved it').waitFor();
    await drawer.getByText('Nobody needs it').waitFor();
    const gone = (await asNora()).call('GET', `/v1/admin/roles/${role.id}`);
    await expect(gone).rejects.toThrow('404');
  });

  it('take a note typed right after the key as a note, and never as another decision', async () => {
    const { approvalId } = await askForGrant(server, 2600);
    const { page } = await visitAs('finance');
    await page.goto(`/approvals/${approvalId}`);
    await page.getByRole('button', { name: /^Approve/ }).waitFor();
    await page.keyboard.type('aok for me', { delay: 20 });
    const sheet = page.getByRole('dialog', { name: /^Approve/ });
    const note = sheet.getByLabel('Note (optional)');
    await expect.poll(() => note.inputValue()).toBe('ok for me');
    // It stays in sight when the list of changes comes, however long that is.
    await page.setViewportSize({ width: 1280, height: 640 });
    await sheet.getByText(/^New balance: /).waitFor();
    const { y = 640, height = 0 } = (await note.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(640);
    // The rest of a sentence goes nowhere when the dialog closes under it.
    await sheet.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.type(' really from me', { delay: 60 });
    await sheet.waitFor({ state: 'hidden' });
    expect(await page.getByRole('dialog', { name: /^Reject/ }).count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe(`/approvals/${approvalId}`);
  });

  it('say what has changed since, beside what was asked for', async () => {
    const role = await askForRoleDeletion(await asNora());
    const sofia = await demoAdmin(server, 'superadmin');
    await sofia.call('PUT', `/v1/admin/roles/${role.id}`, { permissions: ['users:read', 'audit:read'] });
    const { page } = await visitAs('superadmin');
    await page.goto(`/approvals/${role.approvalId}`);
    await page.getByText('Something has changed since the request').waitFor();
    const then = page.getByRole('region', { name: 'At request' });
    const now = page.getByRole('region', { name: 'Now' });
    await expect.poll(() => then.getByText('See the audit log').count()).toBe(0);
    await expect.poll(() => now.getByText('See the audit log').count()).toBe(1);
  });

  it('say why they would be refused now', async () => {
    const role = await askForRoleDeletion(await asNora());
    const sofia = await demoAdmin(server, 'superadmin');
    const newcomer = { name: 'Iris Bell', role: role.name, temporary_password: 'nine lanterns on the quay 4' };
    const email = `iris.${role.id.slice(-8)}@demo.example`;
    const { id } = await sofia.call<{ id: string }>('POST', '/v1/admin/admins', { ...newcomer, email });
    const { page } = await visitAs('superadmin');
    await page.goto(`/approvals/${role.approvalId}`);
    await page
      .getByRole('alert')
      .getByText(/assigned to 1 admin\./)
      .waitFor();
    const approve = page.getByRole('button', { name: /^Approve/ });
    expect(await approve.getAttribute('aria-disabled')).toBe('true');
    await approve.hover();
    await page
      .getByRole('tooltip')
      .getByText(/assigned to 1 admin\./)
      .waitFor();
    await sofia.call('DELETE', `/v1/admin/admins/${id}`);
  });

  it('are rejected with a reason, which who asked can read', async () => {
    const { approvalId } = await askForGrant(server, 2500);
    const { page } = await visitAs('finance');
    await page.goto('/approvals?kind=wallet_grant');
    await page
      .getByRole('link', { name: /2,500 coins/ })
      .first()
      .waitFor();
    await pushPath(page, `/approvals/${approvalId}`);
    const drawer = page.getByRole('dialog');
    await drawer
      .getByText(/^New balance: /)
      .first()
      .waitFor();
    await drawer.getByRole('button', { name: 'Reject' }).click();
    const sheet = page.getByRole('dialog', { name: /^Reject/ });
    const confirm = sheet.getByRole('button', { name: /^Reject/ });
    await sheet.getByLabel('Reason for rejecting').fill(' ');
    await expect.poll(() => confirm.isDisabled()).toBe(true);
    await sheet.getByLabel('Reason for rejecting').fill('The outage did not touch this user');
    await confirm.click();
    await sheet.waitFor({ state: 'hidden' });

    const asked = await visitAs('support');
    await asked.page.goto('/approvals?tab=mine&status=rejected');
    await asked.page.locator('[data-row-link]').first().click();
    await asked.page.getByRole('status').getByText('The outage did not touch this user').waitFor();
    await asked.page.getByRole('status').getByText('Kwame Boateng rejected it').waitFor();
  });

  it('are taken back by who asked, and show no buttons after that', async () => {
    const { approvalId } = await askForGrant(server, 3000);
    const { page } = await visitAs('support');
    await page.goto(`/approvals/${approvalId}?tab=mine`);
    await page.getByRole('button', { name: 'Withdraw' }).waitFor();
    await page.keyboard.press('c');
    const sheet = page.getByRole('dialog', { name: /^Withdraw/ });
    await sheet.getByText('Cancelled').waitFor();
    await page.keyboard.press('Control+Enter');
    await sheet.waitFor({ state: 'hidden' });
    await page.getByText('Putri Lestari withdrew it').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Withdraw' }).count()).toBe(0);
  });

  it('are gone through with j and k, without leaving the drawer', async () => {
    const first = await askForGrant(server, 4000);
    const second = await askForGrant(server, 5000);
    const { page } = await visitAs('finance');
    await page.goto(`/approvals/${second.approvalId}`);
    await page.getByRole('dialog', { name: /5,000 coins/ }).waitFor();
    // The drawer may be there before the list that it is a part of.
    await page.locator(`a[href*="${first.approvalId}"]`).first().waitFor({ state: 'attached' });
    await page.keyboard.press('j');
    await page.getByRole('dialog', { name: /4,000 coins/ }).waitFor();
    expect(page.url()).toContain(first.approvalId);
    await page.keyboard.press('k');
    await page.getByRole('dialog', { name: /5,000 coins/ }).waitFor();
  });

  it('keep their tab in the address bar, and the help names their keys', async () => {
    const { page } = await visitAs('analyst');
    await page.goto('/approvals');
    await page.getByText('Nothing to decide').waitFor();
    await page.getByRole('link', { name: 'Mine' }).click();
    await page.waitForURL(/tab=mine/);
    await page.getByText('You have not requested anything yet').waitFor();
    await page.reload();
    await expect.poll(() => page.getByRole('link', { name: 'Mine' }).getAttribute('aria-current')).toBe('page');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('In an approval').waitFor();
  });
});

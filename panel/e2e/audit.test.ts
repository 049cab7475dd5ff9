import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin, type Role } from './harness/content.ts';

const { server, visitAs, visitInNewSession } = testBrowser();

describe('the audit log', () => {
  it('says in words what changed, who did it and for what, and the same as JSON', async () => {
    const sofia = await demoAdmin(server, 'superadmin');
    const newRole = { name: `morning desk ${Date.now()}`, permissions: ['users:read', 'wallet:read'] };
    const role = await sofia.call<Role>('POST', '/v1/admin/roles', newRole);
    await sofia.call('PUT', `/v1/admin/roles/${role.id}`, { permissions: ['users:read', 'audit:read'] });

    const { page } = await visitAs('superadmin');
    await page.goto('/audit');
    await page.getByRole('combobox', { name: 'Action' }).fill('edited a r');
    await page.getByRole('option', { name: 'Edited a role' }).click();
    await page.waitForURL(/action=role.update/);
    await page.getByRole('combobox', { name: 'Object', exact: true }).fill(newRole.name);
    await page.getByRole('option', { name: newRole.name }).click();
    await page.waitForURL(/targetId=/);
    await expect.poll(() => page.locator('[data-row-link]').count()).toBe(1);
    await page.getByRole('link', { name: 'Edited a role' }).click();
    const drawer = page.getByRole('dialog', { name: 'Edited a role' });
    const row = drawer.getByRole('row', { name: /Permissions/ });
    await expect
      .poll(() => row.innerText())
      .toMatch(/−\s*See balances and coin movements[\s\S]*\+\s*See the audit log/);
    await expect.poll(() => drawer.getByRole('row', { name: /Name/ }).count()).toBe(0);
    await drawer.getByRole('button', { name: 'Copy: Request ID' }).waitFor();
    await drawer.getByText('JSON', { exact: true }).click();
    await expect.poll(() => drawer.locator('pre').innerText()).toContain('"action": "role.update"');
  });

  it('leads to the object and to all that the same admin did', async () => {
    const { page } = await visitInNewSession('superadmin');
    await page.goto('/audit?action=admin.sign_in');
    const hers = page.getByRole('row').filter({ hasText: 'Sofia Marín' });
    await hers.getByRole('link', { name: 'Signed in' }).first().click();
    const drawer = page.getByRole('dialog', { name: 'Signed in' });
    await drawer.getByRole('link', { name: 'All entries by this admin' }).click();
    await page.waitForURL(/\/audit\?adminId=/);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await hers.getByRole('link', { name: 'Signed in' }).first().click();
    await drawer.getByRole('link', { name: 'Open: Admin' }).click();
    await page.getByRole('dialog', { name: 'Sofia Marín' }).waitFor();
    expect(page.url()).toMatch(/\/admins\/[0-9a-f-]{36}$/);
  });

  it('takes a change back after a look at it, and says who did when that cannot be done again', async () => {
    const sofia = await demoAdmin(server, 'superadmin');
    const key = `story_${Date.now()}`;
    await sofia.call('PUT', '/v1/admin/flags', { flags: { [key]: true } });
    await sofia.call('PUT', '/v1/admin/flags', { flags: { [key]: false } });
    const { page } = await visitAs('superadmin');
    await page.goto(`/audit?targetType=flag&targetId=${key}`);
    await page.locator('[data-row-link]').first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Undo' }).click();
    const sheet = page.getByRole('dialog', { name: /^Undo: / });
    await sheet.getByLabel('Note').fill('Switched off by mistake');
    await sheet.getByRole('button', { name: /^Undo/ }).click();
    await sheet.waitFor({ state: 'hidden' });
    const undo = drawer.getByRole('button', { name: 'Undo' });
    await expect.poll(() => undo.getAttribute('aria-disabled')).toBe('true');
    await undo.hover();
    await page.getByText(/^Already undone by Sofia Marín/).waitFor();
    await drawer.getByRole('link', { name: 'Open the later change' }).click();
    await drawer.getByText('Switched off by mistake').waitFor();
    expect((await sofia.call<{ flags: Record<string, unknown> }>('GET', '/v1/admin/flags')).flags[key]).toBe(true);
    await sofia.call('PUT', '/v1/admin/flags', { flags: { [key]: null } });
  });

  it('takes days from the address bar, and says when nothing fits', async () => {
    const { page } = await visitAs('superadmin');
    await page.goto('/audit?dateTo=2020-01-01');
    await page.getByRole('group', { name: 'Audit log' }).getByText('No results').waitFor();
    await expect.poll(() => page.getByLabel('To', { exact: true }).inputValue()).toBe('1 Jan 2020');
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.locator('[data-row-link]').first().waitFor();
  });
});

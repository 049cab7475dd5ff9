import type { BrowserContext } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { goToScreen } from './harness/navigate.ts';

const { visitAs } = testBrowser();

interface Role {
  readonly id: string;
  readonly permissions: string[];
}

/** What a colleague would do in another window. */
const elsewhere = ({ request }: BrowserContext) => {
  const headers = { 'sec-fetch-site': 'same-origin' };
  return {
    create: async (name: string, permissions: string[]): Promise<Role> =>
      (await request.post('/v1/admin/roles', { data: { name, permissions }, headers })).json(),
    update: (id: string, permissions: string[]) =>
      request.put(`/v1/admin/roles/${id}`, { data: { permissions }, headers }),
    read: async (id: string): Promise<Role> => (await request.get(`/v1/admin/roles/${id}`)).json(),
  };
};

/** What a moderator may not see, by its address and its name in the menu. */
const closed = {
  '/admins': 'Admins',
  '/roles': 'Roles',
  '/audit': 'Audit log',
  '/jobs': 'Jobs',
  '/uploads': 'Uploads',
  '/webhooks': 'Webhooks',
};

describe('roles', () => {
  it('show both editions when someone else got in between, and put the own changes on top', async () => {
    const { page, context } = await visitAs('superadmin');
    const colleague = elsewhere(context);
    const role = await colleague.create('early desk', ['users:read']);
    await page.goto('/roles');
    await page.getByRole('checkbox', { name: 'See balances and coin movements, early desk' }).click();
    await page.getByRole('checkbox', { name: 'See users, early desk' }).click();
    await page
      .getByText('1 permission added to early desk, 1 permission removed from early desk, affects nobody yet')
      .waitFor();
    await colleague.update(role.id, ['users:read', 'catalog:read']);
    await page.getByRole('button', { name: 'Review and save' }).click();

    const conflict = page.getByRole('alert').filter({ hasText: 'Someone else changed early desk' });
    await conflict.waitFor();
    const line = async (name: string) => (await conflict.getByRole('row', { name }).innerText()).split(/\s*\t\s*/);
    await expect
      .poll(() => line('See series and episodes'))
      .toEqual(['See series and episodes', 'Not allowed', 'Allowed', 'Not allowed']);
    await expect.poll(() => line('See users')).toEqual(['See users', 'Allowed', 'Allowed', 'Not allowed']);
    await conflict.getByRole('button', { name: 'Reapply my changes' }).click();
    await conflict.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Review and save' }).click();
    const sheet = page.getByRole('dialog', { name: 'Change what early desk can do' });
    await sheet.getByText('See balances and coin movements').waitFor();
    await sheet.getByRole('button', { name: /Save/ }).click();
    await sheet.waitFor({ state: 'hidden' });
    expect((await colleague.read(role.id)).permissions).toEqual(['catalog:read', 'wallet:read']);
    await expect.poll(() => page.getByText('Review and save').count()).toBe(0);
  });

  it('are made from another one, renamed, and deleted by two people', async () => {
    const { page } = await visitAs('superadmin');
    await page.goto('/roles');
    await page.getByRole('link', { name: 'New role' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('weekend desk');
    await form.getByLabel('Copy from').selectOption({ label: 'Moderator' });
    await form.getByText('5 permissions').waitFor();
    await form.getByRole('checkbox', { name: 'Suspend, ban and reactivate users' }).uncheck();
    await form.getByRole('button', { name: 'Continue' }).click();
    const creating = page.getByRole('dialog', { name: 'Create role weekend desk' });
    await creating.getByRole('button', { name: /Create role/ }).click();
    await creating.waitFor({ state: 'hidden' });

    await page.getByRole('link', { name: 'weekend desk' }).click();
    const drawer = page.getByRole('dialog', { name: 'weekend desk' });
    await drawer.getByText('Nobody has this role.').waitFor();
    await drawer.getByLabel('Description').fill('Saturdays and Sundays');
    await drawer.getByRole('button', { name: 'Save changes' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit the role weekend desk' });
    await editing.getByRole('button', { name: /Save/ }).click();
    await editing.waitFor({ state: 'hidden' });

    await drawer.getByRole('button', { name: 'Delete' }).click();
    const sheet = page.getByRole('dialog', { name: 'Delete the role weekend desk' });
    await sheet.getByText('Another admin must approve this').waitFor();
    await sheet.getByRole('button', { name: /Request approval/ }).click();
    await page.getByText('Waiting for approval').waitFor();
    await page.getByRole('button', { name: 'Open the request' }).click();
    await page.waitForURL(/\/approvals\/[0-9a-f-]{36}/);
  });

  it('keep what is built in, and say so; the grid is walked and changed from the keyboard', async () => {
    const { page } = await visitAs('superadmin');
    await page.goto('/roles');
    const locked = page.getByRole('checkbox', { name: 'See users, Support' });
    await locked.focus();
    await page.getByRole('tooltip').getByText('Built into the role Support, so it cannot be removed.').waitFor();
    await page.keyboard.press('Space');
    await expect.poll(() => locked.isChecked()).toBe(true);
    await expect.poll(() => page.getByText('Review and save').count()).toBe(0);

    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowLeft', 'Space']) await page.keyboard.press(key);
    await page.getByText(/^1 permission added to Support, affects \d+ admins?$/).waitFor();
    await expect
      .poll(() => page.getByRole('checkbox', { name: 'Request anonymization of users, Support' }).isChecked())
      .toBe(true);
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => page.getByText('Review and save').count()).toBe(0);

    await page.getByRole('link', { name: 'Support', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Support' });
    await drawer.getByRole('link', { name: 'Putri' }).waitFor();
    const remove = drawer.getByRole('button', { name: 'Delete' });
    await remove.hover();
    await page.getByRole('tooltip').getByText('Built-in roles cannot be deleted.').waitFor();
  });

  it('keep the screens out of sight that they may not see', async () => {
    const { page } = await visitAs('moderator');
    await page.goto('/users');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.getByRole('link', { name: 'Users' }).waitFor();
    for (const [path, entry] of Object.entries(closed)) {
      await goToScreen(page, path);
      await page.getByText('You do not have access to this').waitFor();
      await expect.poll(() => page.getByRole('link', { name: /^New (admin|role)$/ }).count()).toBe(0);
      expect(await menu.getByText(entry, { exact: true }).count()).toBe(0);
    }
  });
});

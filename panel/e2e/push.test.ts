import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin } from './harness/content.ts';

const { server, visitAs } = testBrowser();

interface Campaign {
  readonly id: string;
  readonly status: string;
  readonly titleI18n: { readonly en: string };
}

describe('push campaigns', () => {
  it('are written, scheduled after a look at whom they reach, and cancelled', async () => {
    const title = `Story ${Date.now()}`;
    const { page } = await visitAs('content_manager');
    await page.goto('/push');
    await page.getByRole('link', { name: 'New campaign' }).click();
    const form = page.getByRole('dialog', { name: 'New campaign' });
    await form.getByLabel('Title in English').fill(title);
    await form.getByLabel('Text in English').fill('Tonight at eight');
    await form.getByRole('combobox', { name: 'Market' }).fill('Indon');
    await page.getByRole('option', { name: 'Indonesia' }).click();
    await form.getByText(/Reaches .* people on .* devices now/).waitFor();
    await form.getByLabel(/^Send time/).fill('2036-02-01T11:00');
    await form.getByText('1 Feb 2036, 18:00 in Indonesia').waitFor();
    await form.getByRole('button', { name: 'Save draft' }).click();

    const drawer = page.getByRole('dialog', { name: title });
    await drawer.getByRole('button', { name: 'Schedule' }).click();
    const sheet = page.getByRole('dialog', { name: `Send “${title}”` });
    await sheet.getByText(/It goes out on 1 Feb 2036, 11:00 UTC/).waitFor();
    await sheet.getByRole('button', { name: 'Schedule' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await drawer.getByText('Scheduled').waitFor();
    await drawer.getByRole('button', { name: 'Cancel campaign' }).click();
    const cancel = page.getByRole('dialog', { name: `Cancel “${title}”` });
    await cancel.getByRole('button', { name: 'Cancel campaign' }).click();
    await cancel.waitFor({ state: 'hidden' });
    const editor = await demoAdmin(server, 'content_manager');
    const { items } = await editor.call<{ items: Campaign[] }>(
      'GET',
      `/v1/admin/push/campaigns?q=${encodeURIComponent(title)}`,
    );
    expect(items).toMatchObject([{ status: 'cancelled', titleI18n: { en: title } }]);
  });
});

describe('flags', () => {
  it('are added for a share of a market, say who gets them, and are deleted', async () => {
    const key = `public_story_${Date.now()}`;
    const { page } = await visitAs('superadmin');
    await page.goto('/flags/new');
    const form = page.getByRole('dialog', { name: 'New flag' });
    await form.getByLabel('Name').fill(key);
    await form.getByRole('switch', { name: 'On' }).click({ force: true });
    await form.getByRole('textbox', { name: 'Percentage of users' }).fill('100');
    await form.getByRole('combobox', { name: 'Markets' }).fill('Egy');
    await page.getByRole('option', { name: 'Egypt' }).click();
    await page.keyboard.press('Tab');
    await form.getByText('On for everyone: Egypt').waitFor();
    await form.getByRole('button', { name: 'Continue' }).click();
    const sheet = page.getByRole('dialog', { name: `Change the flag ${key}` });
    await sheet.getByRole('button', { name: 'Save' }).click();
    await sheet.waitFor({ state: 'hidden' });

    await page.getByRole('link', { name: key }).click();
    const drawer = page.getByRole('dialog', { name: key });
    await drawer.getByLabel('Or the ID of a user or device').fill('device-1');
    await drawer.getByText('No user or device has this ID.').waitFor();
    await drawer.getByRole('button', { name: 'Delete' }).click();
    const remove = page.getByRole('dialog', { name: `Delete the flag ${key}` });
    await remove.getByRole('button', { name: 'Delete' }).click();
    await remove.waitFor({ state: 'hidden' });
    const root = await demoAdmin(server, 'superadmin');
    const { flags } = await root.call<{ flags: object }>('GET', '/v1/admin/flags');
    expect(flags).not.toHaveProperty(key);
  });
});

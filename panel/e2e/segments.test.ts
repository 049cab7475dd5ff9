import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin } from './harness/content.ts';

const { server, visitAs } = testBrowser();

interface Segment {
  readonly name: string;
  readonly rule: object;
}

describe('segments', () => {
  it('are made of conditions, with the users counted while one chooses, and deleted', async () => {
    const name = `Egypt ${Date.now()}`;
    const { page } = await visitAs('finance');
    await page.goto('/segments');
    await page.getByRole('link', { name: 'New segment' }).click();
    const form = page.getByRole('dialog', { name: 'New segment' });
    const count = form.getByRole('status').filter({ hasText: /users? now$/ });
    await count.waitFor();
    const everyone = await count.innerText();
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Countries', { exact: true }).fill('Egy');
    await page.getByRole('option', { name: 'Egypt' }).click();
    await expect.poll(() => count.innerText()).not.toBe(everyone);
    await form.getByRole('button', { name: 'Continue' }).click();
    const sheet = page.getByRole('dialog', { name: `Create the segment ${name}` });
    await sheet.getByText('Countries: Egypt').waitFor();
    await sheet.getByRole('button', { name: 'Create segment' }).click();
    await sheet.waitFor({ state: 'hidden' });
    const finance = await demoAdmin(server, 'finance');
    const { items } = await finance.call<{ items: Segment[] }>('GET', '/v1/admin/segments');
    expect(items.find((one) => one.name === name)?.rule).toEqual({ countries: ['EG'] });

    await page.getByRole('link', { name: new RegExp(name) }).click();
    const segment = page.getByRole('dialog', { name });
    await segment.getByRole('button', { name: 'Delete' }).click();
    const gone = page.getByRole('dialog', { name: `Delete the segment ${name}` });
    await gone.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: new RegExp(name) }).waitFor({ state: 'detached' });
  });
});

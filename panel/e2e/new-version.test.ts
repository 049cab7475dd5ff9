import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin } from './harness/content.ts';
import type { Visit } from './harness/visit.ts';

const { server, visitAs } = testBrowser();

interface Page {
  readonly items: readonly { readonly id: string }[];
}

async function someUser(): Promise<string> {
  const support = await demoAdmin(server, 'support');
  const { items } = await support.call<Page>('GET', '/v1/admin/users?status=active&guest=registered&limit=1');
  return items[0]?.id ?? '';
}

const coinsIn = (form: Locator) => form.getByRole('textbox', { name: 'Coins' });

/** That a file could not be had is said on the console too; anything else there is a fault. */
function mustHaveMissedFilesOnly({ faults }: Visit): void {
  const others = faults.filter((fault) => !/preload CSS|dynamically imported module/.test(fault));
  expect(others).toEqual([]);
  faults.length = 0;
}

describe('a page that is open while the panel is updated', () => {
  it('keeps its shell and what is typed, says that there is a new version, and offers to reload', async () => {
    const id = await someUser();
    const visit = await visitAs('support');
    const { page } = visit;
    // Otherwise an idle page may have fetched it before the next build is there.
    await page.route('**/assets/review-dialog-*', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto(`/users/${id}/adjust`);
    const form = page.getByRole('dialog');
    await coinsIn(form).fill('40');
    await form.getByLabel('Short description').fill('late episode');
    // Another build: its page names other files, and the old ones are gone.
    await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: '' }));
    await page.route(`${server.url}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/index-next.js"></script>' }),
    );
    await form.getByRole('button', { name: 'Review and confirm' }).click();
    await page.getByText('A part of this page could not be loaded').waitFor();
    await page.getByText('The panel has been updated.').waitFor();
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    await expect.poll(() => coinsIn(form).inputValue()).toBe('40');

    await page.unroute('**/assets/**');
    await page.unroute(`${server.url}/`);
    await page.getByRole('alert').getByRole('button', { name: 'Reload the page' }).click();
    await coinsIn(page.getByRole('dialog')).waitFor();
    await expect.poll(() => coinsIn(page.getByRole('dialog')).inputValue()).toBe('40');
    await expect.poll(() => page.getByRole('dialog').getByLabel('Short description').inputValue()).toBe('late episode');
    mustHaveMissedFilesOnly(visit);
  });

  it('says so in the place of a screen that cannot be loaded, and opens it once it can be', async () => {
    const visit = await visitAs('support');
    const { page } = visit;
    await page.goto('/users');
    await page.locator('[data-row-link]').first().waitFor();
    await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByRole('link', { name: 'Approvals' }).click();
    await page.getByText('A part of this page could not be loaded').waitFor();
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    await page.unroute('**/assets/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Approvals' }).waitFor();
    mustHaveMissedFilesOnly(visit);
  });
});

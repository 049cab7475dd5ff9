import { expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';

/** A server of its own, whose demo has a schedule that failed; nobody else takes it up. */
const { visitAs } = testBrowser({ JOBS: 'off' });

it('What failed is listed with its error, and tried again', async () => {
  const { page } = await visitAs('content_manager');
  await page.goto('/calendar');
  const row = page.getByRole('row', { name: /Midnight Contract, episode 5/ }).filter({ hasText: 'lock timeout' });
  await row.getByRole('button', { name: 'Try again' }).click();
  const sheet = page.getByRole('dialog', { name: 'Try Midnight Contract, episode 5 again' });
  await sheet.getByText('Failed', { exact: true }).waitFor();
  await sheet.getByRole('button', { name: /Try again/ }).click();
  await sheet.getByText('Done').waitFor();
  await sheet.getByRole('button', { name: 'Close' }).last().click();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Midnight Contract.*episode 5.*Pending/ }).waitFor();
  expect(await page.getByText('lock timeout').count()).toBe(0);
});

import type { Page } from 'playwright-core';
import type { ScreenState } from '../../../e2e/harness/screen.ts';

const row = 'main tbody tr a';
const buckets = 'main ul a';

/** Opens the comparison that has differences, which the demo keeps. */
async function openRun(page: Page): Promise<void> {
  await page.getByRole('link', { name: /gopay/ }).first().click();
  await page.locator(buckets).first().waitFor();
  await page.locator(row).first().waitFor();
}

/** Providers' files beside our payments. */
export const states: readonly ScreenState[] = [
  { name: 'reconciliation', path: '/reconciliation', as: 'finance', ready: row },
  { name: 'reconciliation-support', path: '/reconciliation', as: 'support', ready: row },
  {
    name: 'reconciliation-bad-file',
    path: '/reconciliation',
    as: 'finance',
    ready: row,
    inPageOfItsOwn: true,
    steps: async (page) => {
      await page.locator('main select').first().selectOption('ios_store');
      const bytes = Buffer.from('transaction_id,amount_cents,currency,created_at\na,9.99,USD,2026-03-01T00:00:00Z\n');
      await page
        .locator('main input[type=file]')
        .setInputFiles({ name: 'ios.csv', mimeType: 'text/csv', buffer: bytes });
      await page
        .getByText(/amount_cents/)
        .last()
        .waitFor();
    },
  },
  { name: 'reconciliation-run', path: '/reconciliation', as: 'finance', ready: row, steps: openRun },
  {
    name: 'reconciliation-sums',
    path: '/reconciliation',
    as: 'finance',
    ready: row,
    steps: async (page) => {
      await page.getByRole('link', { name: /app-store-sales/ }).click();
      await page.locator('main tbody tr').first().waitFor();
    },
  },
  {
    name: 'reconciliation-row',
    path: '/reconciliation',
    as: 'finance',
    ready: row,
    steps: async (page) => {
      await openRun(page);
      await page.locator(row).first().click();
      await page.locator('[role=dialog] form').waitFor();
    },
  },
  {
    name: 'reconciliation-mismatch',
    path: '/reconciliation',
    as: 'finance',
    ready: row,
    steps: async (page) => {
      await openRun(page);
      await page.locator(buckets).nth(2).click();
      await page.locator('main tbody tr').first().waitFor();
    },
  },
  { name: 'reconciliation-no-permission', path: '/reconciliation', as: 'analyst', ready: 'main p' },
];

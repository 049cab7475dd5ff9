import type { Page } from 'playwright-core';
import type { ScreenState } from '../../../e2e/harness/screen.ts';

const line = '.recharts-line path';
const row = '[data-row-link]';
const nothing = 'dateFrom=2020-01-01&dateTo=2020-01-07';

async function openSeries(page: Page): Promise<void> {
  await page.locator(row).first().click();
  await page.locator('input[type=range]').first().waitFor();
  await page.locator(line).first().waitFor();
}

/** Dashboards. */
export const states: readonly ScreenState[] = [
  { name: 'analytics', path: '/analytics?compare=true', as: 'analyst', ready: line },
  { name: 'analytics-empty', path: `/analytics?${nothing}`, as: 'analyst', ready: 'main p' },
  { name: 'analytics-revenue', path: '/analytics/revenue?compare=true', as: 'finance', ready: line },
  { name: 'analytics-content', path: '/analytics/content', as: 'analyst', ready: row },
  { name: 'analytics-series', path: '/analytics/content?sort=unlocks', as: 'analyst', ready: row, steps: openSeries },
  { name: 'analytics-funnel', path: '/analytics/funnel?compare=true', as: 'content_manager', ready: 'main table' },
  { name: 'analytics-no-permission', path: '/analytics', as: 'moderator', ready: 'main p' },
];

import { demoAdmin } from '../../../e2e/harness/content.ts';
import type { ScreenState } from '../../../e2e/harness/screen.ts';
import type { RunningServer } from '../../../e2e/harness/server.ts';

const row = '[data-row-link]';

/** One that is fresh and one that is stale: the demo has none. */
const setRates = async (server: RunningServer): Promise<void> => {
  const finance = await demoAdmin(server, 'finance');
  const day = new Date().toISOString().slice(0, 10);
  const rates = [`IDR,${day},0.0000617`, 'EGP,2026-01-05,0.0205'];
  await finance.call('POST', '/v1/admin/exchange-rates', { csv: `currency,day,usd_per_unit\n${rates.join('\n')}\n` });
};

/** Exchange rates. */
export const states: readonly ScreenState[] = [
  { name: 'exchange-rates', path: '/exchange-rates', as: 'finance', prepare: setRates, ready: row },
  { name: 'exchange-rates-reader', path: '/exchange-rates', as: 'analyst', prepare: setRates, ready: row },
  {
    name: 'exchange-rate-history',
    path: '/exchange-rates',
    as: 'finance',
    prepare: setRates,
    ready: row,
    steps: async (page) => {
      await page.locator(row).first().click();
      await page.locator('[role=dialog] li').first().waitFor();
    },
  },
  { name: 'exchange-rate-new', path: '/exchange-rates/new', as: 'finance', ready: '[role=dialog] form' },
];

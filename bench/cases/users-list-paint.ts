import type { Browser } from 'playwright-core';
import { openChromium } from '../../panel/e2e/harness/chromium.ts';
import type { BenchService } from '../environment.ts';
import { median, type Result, type Skipped } from '../rounds.ts';

const rounds = 5;

/** Runs in the page: milliseconds from the start of the navigation to the frame after the one that shows rows. */
const watchRows = `
  window.rowsPainted = new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector('table[aria-busy="false"] tbody a[href^="/users/"]')) return requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    };
    look();
  });`;

async function paintOnce(browser: Browser, service: BenchService): Promise<number> {
  const origin = `http://127.0.0.1:${service.port}`;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addCookies([{ name: 'svc_admin_token', value: service.adminTokens[0], url: origin }]);
    await context.addInitScript(watchRows);
    const page = await context.newPage();
    await page.goto(`${origin}/users`, { waitUntil: 'commit' });
    return await page.evaluate<number>('window.rowsPainted');
  } finally {
    await context.close();
  }
}

/** Seconds until the list of users shows its rows, in a browser that has nothing of the panel in its cache. */
export async function usersListPaint(service: BenchService): Promise<Result | Skipped> {
  const browser = await openChromium().catch((error: unknown) => String(error));
  if (typeof browser === 'string') return { skipped: browser };
  const times: number[] = [];
  try {
    // The first only warms up.
    await paintOnce(browser, service);
    for (let round = 0; round < rounds; round++) times.push(await paintOnce(browser, service));
  } finally {
    await browser.close();
  }
  const ms = median(times);
  return { ratio: ms / 1000, p99Ms: ms, timeName: 'rows painted', rounds };
}

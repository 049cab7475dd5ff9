/**
 * One picture of every screen, in light, dark, Arabic and narrow, for people to look at: `npm run screenshots`.
 * Words on the command line choose screens by name. With SERVER_URL a running server is used instead of a new one.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openChromium } from '../e2e/harness/chromium.ts';
import type { ScreenState } from '../e2e/harness/screen.ts';
import { screens } from '../e2e/harness/screens.ts';
import { buildAll, makeDemo, root, startServer } from '../e2e/harness/server.ts';
import { type Appearance, openContext, openVisit, showScreen } from '../e2e/harness/visit.ts';

const folder = join(root, '.data', 'screenshots');

const looks: Readonly<Record<string, Appearance>> = {
  light: {},
  dark: { theme: 'dark' },
  arabic: { language: 'ar' },
  narrow: { width: 400, language: 'id' },
};

const running = process.env.SERVER_URL;
if (!running) await buildAll();
const server = running
  ? { url: running, stop: async () => {} }
  : await startServer({}, await makeDemo({ DEMO_SIZE: 'full' }));
const browser = await openChromium();
const wanted = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

async function take(screen: ScreenState, lookName: string, look: Appearance): Promise<void> {
  const visit = await openVisit(await openContext(browser, server, look), server);
  await showScreen(visit, server, screen);
  await visit.page.waitForTimeout(150);
  await visit.page.screenshot({ path: join(folder, `${screen.name}.${lookName}.png`) });
  for (const fault of visit.faults) process.stdout.write(`${screen.name} (${lookName}): ${fault}\n`);
  await visit.context.close();
}

try {
  for (const screen of screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    for (const [lookName, look] of Object.entries(looks)) {
      await take(screen, lookName, look).catch((error: unknown) => {
        process.stdout.write(`${screen.name} (${lookName}): ${String(error)}\n`);
        process.exitCode = 1;
      });
    }
    process.stdout.write(`${screen.name}\n`);
  }
} finally {
  await browser.close();
  await server.stop();
}

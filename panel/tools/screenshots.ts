/**
 * One picture of every screen, in light, dark, Arabic and narrow, for people to look at: `npm run screenshots`.
 * Words on the command line choose screens by name. With SERVER_URL a running server is used instead of a new one.
 * `npm run screenshots -- --docs` takes the pictures that the pages for operators and the README show, and puts them there.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openChromium } from '../e2e/harness/chromium.ts';
import type { ScreenState } from '../e2e/harness/screen.ts';
import { screens } from '../e2e/harness/screens.ts';
import { buildAll, makeDemo, root, startServer } from '../e2e/harness/server.ts';
import { type Appearance, openContext, openVisit, showScreen, type Visit } from '../e2e/harness/visit.ts';
import { documentPictures } from './document-pictures.ts';
import { documentScreens } from './document-screens.ts';

const folder = join(root, '.data', 'screenshots');

const looks: Readonly<Record<string, Appearance>> = {
  light: {},
  dark: { theme: 'dark' },
  arabic: { language: 'ar' },
  narrow: { width: 400, language: 'id' },
};

interface Picture {
  readonly screen: string;
  readonly look: Appearance;
  readonly path: string;
}

const words = process.argv.slice(2);
const wanted = words.filter((word) => !word.startsWith('--'));
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);

/** Every screen in every look, or each picture of the documents once. */
const pictures: readonly Picture[] = words.includes('--docs')
  ? documentPictures(root).map(({ screen, path }) => ({ screen, path, look: { width: 1200, height: 750 } }))
  : screens.flatMap(({ name }) =>
      Object.entries(looks).map(([look, appearance]) => ({
        screen: name,
        look: appearance,
        path: join(folder, `${name}.${look}.png`),
      })),
    );

const running = process.env.SERVER_URL;
if (!running) await buildAll();
const server = running
  ? { url: running, stop: async () => {} }
  : await startServer({}, await makeDemo({ DEMO_SIZE: 'full' }));
const browser = await openChromium();
mkdirSync(folder, { recursive: true });

function screenCalled(name: string): ScreenState {
  const found = [...documentScreens, ...screens].find((screen) => screen.name === name);
  if (!found) throw new Error(`there is no screen called ${name}`);
  return found;
}

/** WebP is what documents keep: the browser can write it, though the library that drives it has no word for that. */
async function save({ context, page }: Visit, path: string): Promise<void> {
  if (!path.endsWith('.webp')) return void (await page.screenshot({ path }));
  const debug = await context.newCDPSession(page);
  const { data } = await debug.send('Page.captureScreenshot', { format: 'webp', quality: 60 });
  writeFileSync(path, Buffer.from(data, 'base64'));
}

async function take({ screen, look, path }: Picture): Promise<void> {
  const visit = await openVisit(await openContext(browser, server, look), server);
  await showScreen(visit, server, screenCalled(screen));
  await visit.page.waitForTimeout(150);
  await save(visit, path);
  for (const fault of visit.faults) process.stdout.write(`${path}: ${fault}\n`);
  await visit.context.close();
}

try {
  for (const picture of pictures.filter(({ screen }) => isWanted(screen))) {
    await take(picture).catch((error: unknown) => {
      process.stdout.write(`${picture.path}: ${String(error)}\n`);
      process.exitCode = 1;
    });
    process.stdout.write(`${picture.path}\n`);
  }
} finally {
  await browser.close();
  await server.stop();
}

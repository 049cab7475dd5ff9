import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** The shells have no windows, and take a third less of a processor. */
const names = [
  ...['chromium-headless-shell', 'chrome-headless-shell'],
  ...['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'],
];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onThisMachine(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...places].find(isProgram);
}

/** Another program may be installing something at this moment. */
const waitForLock = ['-o', 'DPkg::Lock::Timeout=120'];

const installing = (name: string): string[] => ['install', '-y', '--no-install-recommends', name];

/** No package brings a Chromium for every machine, so the machine's own is used; on Debian, root can install one. */
function install(): void {
  if (process.getuid?.() !== 0 || !isProgram('/usr/bin/apt-get')) return;
  process.stdout.write('installing Chromium with apt-get…\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // An update waits for no other that is under way; the lists that are there already may do.
  for (const args of [['update'], ...['chromium-headless-shell', 'chromium'].map(installing)]) {
    if (onThisMachine()) return;
    try {
      execFileSync('apt-get', ['-qq', ...waitForLock, ...args], { stdio: 'ignore', env });
    } catch {
      // Older releases have no shell. The message below says what to do, where no Chromium is there after all.
    }
  }
}

export function findChromium(): string {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (isProgram(given)) return given;
    throw new Error(`CHROMIUM_PATH names no program: ${given}`);
  }
  const found = onThisMachine();
  if (found) return found;
  install();
  const installed = onThisMachine();
  if (installed) return installed;
  throw new Error('The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH to it.');
}

/** Of each window the address bar would load two pages of its own, a second of work. The others are Playwright's own. */
const withoutFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsFirstBalancedModeAutoEnable'],
  ...['HttpsUpgrades', 'MediaRouter', 'OptimizationHints', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
];

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  // With one page that stays open, the next are opened in its process, where the panel is compiled already.
  '--process-per-site',
  `--disable-features=${withoutFeatures.join()}`,
];

export function openChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), headless: true, args: flags });
}

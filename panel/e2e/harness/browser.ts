import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { openChromium } from './chromium.ts';
import type { DemoAdmin } from './demo.ts';
import { startServer } from './server.ts';
import {
  type Appearance,
  idlePath,
  openContext,
  openVisit,
  signInAs,
  signInWithSavedSession,
  type Visit,
} from './visit.ts';

/** What tests listen to. */
const pageEvents = ['console', 'dialog', 'download', 'pageerror', 'request', 'requestfailed', 'response'];

/** Leaves nothing of a test in a page; what was fetched once stays in the cache, as it does for operators. */
async function makeIdle(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(idlePath);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  for (const type of pageEvents) page.removeAllListeners(type);
  await page.mouse.move(0, 0);
}

/**
 * Forgets who was signed in and what they chose, and answers whether another test may go on from there. A page stays
 * open, and its process with it: to start them takes as long as to load the panel. A test that has changed its page for
 * good, as by a script that runs before the page's own, closes it, or the context where that was changed.
 */
async function resetContext({ page, context }: Visit): Promise<boolean> {
  try {
    const others = context.pages().filter((opened) => opened !== page);
    await Promise.all(others.map((opened) => opened.close()));
    await context.clearCookies();
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    // What was chosen is the context's, and stays there when a test has closed its page.
    await makeIdle(page.isClosed() ? await context.newPage() : page);
    return true;
  } catch {
    await context.close();
    return false;
  }
}

interface Opened {
  /** The server and the language. */
  readonly key: string;
  readonly visit: Visit;
}

/** Contexts that no test uses just now: a new one would fetch and compile the whole panel again. */
const idle = new Map<string, BrowserContext[]>();

async function release({ key, visit }: Opened): Promise<void> {
  if (await resetContext(visit)) idle.set(key, [...(idle.get(key) ?? []), visit.context]);
}

/** What differs between the looks of one language. */
async function applyAppearance(page: Page, { theme = 'light', width = 1280, height = 800 }: Appearance): Promise<void> {
  const size = page.viewportSize();
  if (size?.width !== width || size.height !== height) await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme });
}

/** The server of this worker. */
export function serverUrl(): string {
  const url = inject('serverUrls')[Number(process.env.VITEST_POOL_ID) - 1];
  if (url === undefined) throw new Error(`no server was started for worker ${process.env.VITEST_POOL_ID}`);
  return url;
}

let chromium: Promise<Browser> | undefined;

/** One browser for all test files of a worker, which ends with it. */
const sharedChromium = (): Promise<Browser> => {
  chromium ??= openChromium();
  return chromium;
};

/**
 * A browser for a test file, and a server of its own where the settings must differ from those of all the others.
 * Every visit that a test opens is ended after it, and whatever went wrong in its page
 * (an error on the console, a crash, a request to another host) fails the test.
 */
export function testBrowser(settings?: Readonly<Record<string, string>>) {
  const server = { url: serverUrl(), stop: async () => {} };
  let browser: Browser;
  let opened: Opened[] = [];
  let kept: (Opened & { readonly role: DemoAdmin }) | undefined;
  beforeAll(async () => {
    if (settings) Object.assign(server, await startServer(settings, inject('demoFolder')));
    browser = await sharedChromium();
  });
  afterAll(async () => {
    if (kept) await release(kept);
    await server.stop();
  });
  afterEach(async () => {
    const ended = opened;
    opened = [];
    const faults = [...ended, ...(kept ? [kept] : [])].flatMap(({ visit }) => visit.faults.splice(0));
    for (const one of ended) await release(one);
    expect(faults).toEqual([]);
  });
  const open = async (look: Appearance = {}): Promise<Opened> => {
    const { language = 'en' } = look;
    const key = `${server.url} ${language}`;
    const context = idle.get(key)?.pop() ?? (await openContext(browser, server, { language }));
    const visit = await openVisit(context, server);
    await applyAppearance(visit.page, look);
    return { key, visit };
  };
  const visit = async (look: Appearance = {}): Promise<Visit> => {
    const one = await open(look);
    opened.push(one);
    return one.visit;
  };
  return {
    server,
    visit,
    /**
     * The page that someone keeps open from test to test, for tests that only look: it has loaded everything already.
     * It begins anew for someone else, and where `reset` cannot make it as it was.
     */
    keptVisit: async (role: DemoAdmin, reset: (visit: Visit) => Promise<boolean>): Promise<Visit> => {
      if (kept?.role === role && (await reset(kept.visit))) return kept.visit;
      if (kept) await release(kept);
      kept = { role, ...(await open()) };
      return kept.visit;
    },
    /** A page of someone who is signed in, in the session that the tests of this server share. */
    visitAs: async (role: DemoAdmin, look: Appearance = {}): Promise<Visit> => {
      const one = await visit(look);
      await signInWithSavedSession(one, server, role);
      return one;
    },
    /** The same in a session of its own that has just begun, for what is about sessions. */
    visitInNewSession: async (role: DemoAdmin, look: Appearance = {}): Promise<Visit> => {
      const one = await visit(look);
      await signInAs(one, server, role);
      return one;
    },
  };
}

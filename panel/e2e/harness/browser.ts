import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { openChromium } from './chromium.ts';
import type { DemoAdmin } from './demo.ts';
import { type RunningServer, startServer } from './server.ts';
import { type Appearance, openContext, openVisit, resumeAs, signInAs, type Visit } from './visit.ts';

/** The page of each context that stays open, and the process of all its pages with it: to start one takes long. */
const anchors = new WeakSet<Page>();

async function openAnchored(browser: Browser, server: RunningServer, look: Appearance): Promise<BrowserContext> {
  const context = await openContext(browser, server, look);
  const anchor = await context.newPage();
  anchors.add(anchor);
  await anchor.goto('/healthz');
  return context;
}

/** Forgets who was signed in and what they chose. What was fetched once stays in the cache, as it does for operators. */
async function wipe({ page, context }: Visit, server: RunningServer): Promise<void> {
  await context.clearCookies();
  const debug = await context.newCDPSession(page);
  await debug.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes: 'local_storage' });
  const left = context.pages().filter((opened) => !anchors.has(opened));
  await Promise.all(left.map((opened) => opened.close()));
}

/** Contexts that no test uses just now, by their look: a new one would fetch and compile the whole panel again. */
const idle = new Map<string, BrowserContext[]>();
const keyOf = (server: RunningServer, look: Appearance): string => `${server.url} ${JSON.stringify(look)}`;

function keepIdle(server: RunningServer, look: Appearance, context: BrowserContext): void {
  const key = keyOf(server, look);
  idle.set(key, [...(idle.get(key) ?? []), context]);
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
  const keptVisits = new Map<string, Visit>();
  let browser: Browser;
  let visits: { readonly look: Appearance; readonly visit: Visit }[] = [];
  beforeAll(async () => {
    if (settings) Object.assign(server, await startServer(settings, inject('demoFolder')));
    browser = await sharedChromium();
  });
  afterAll(async () => {
    await Promise.all([...keptVisits.values()].map(({ context }) => context.close()));
    await server.stop();
  });
  afterEach(async () => {
    const ended = visits;
    visits = [];
    const all = [...ended.map(({ visit }) => visit), ...keptVisits.values()];
    const faults = all.flatMap((visit) => visit.faults.splice(0));
    for (const { look, visit } of ended) {
      await wipe(visit, server);
      keepIdle(server, look, visit.context);
    }
    expect(faults).toEqual([]);
  });
  const visit = async (look: Appearance = {}): Promise<Visit> => {
    const context = idle.get(keyOf(server, look))?.pop() ?? (await openAnchored(browser, server, look));
    const opened = await openVisit(context, server);
    visits.push({ look, visit: opened });
    return opened;
  };
  return {
    server,
    visit,
    /**
     * The page that someone keeps open from test to test, for tests that only look: it has loaded everything already.
     * It begins anew where `reset` cannot make it as it was.
     */
    keptVisit: async (role: DemoAdmin, reset: (visit: Visit) => Promise<boolean>): Promise<Visit> => {
      const known = keptVisits.get(role);
      if (known && (await reset(known))) return known;
      await known?.page.close();
      const opened = await openVisit(known?.context ?? (await openAnchored(browser, server, {})), server);
      keptVisits.set(role, opened);
      return opened;
    },
    /** A page of someone who is signed in, in the session that the tests of this server share. */
    visitAs: async (role: DemoAdmin, look: Appearance = {}): Promise<Visit> => {
      const opened = await visit(look);
      await resumeAs(opened, server, role);
      return opened;
    },
    /** The same in a session of its own that has just begun, for what is about sessions. */
    visitInNewSession: async (role: DemoAdmin, look: Appearance = {}): Promise<Visit> => {
      const opened = await visit(look);
      await signInAs(opened, server, role);
      return opened;
    },
  };
}

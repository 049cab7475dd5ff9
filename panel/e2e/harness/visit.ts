import type { Browser, BrowserContext, Page } from 'playwright-core';
import { credentialsOf, type DemoAdmin } from './demo.ts';
import { goToScreen } from './navigate.ts';
import type { ScreenState } from './screen.ts';
import type { RunningServer } from './server.ts';

export interface Appearance {
  readonly theme?: 'light' | 'dark';
  readonly language?: 'en' | 'ar' | 'id';
  readonly width?: number;
  readonly height?: number;
}

/** What went wrong in the page while nobody looked: errors on the console, crashes, requests to other hosts. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly faults: string[];
}

/** The browser reports every refusal of the server; that one came is the business of the test, not a fault. */
const isExpected = (text: string): boolean => /status of 4\d\d/.test(text);

export function openContext(browser: Browser, server: RunningServer, look: Appearance = {}): Promise<BrowserContext> {
  const { theme = 'light', language = 'en', width = 1280, height = 800 } = look;
  return browser.newContext({
    baseURL: server.url,
    viewport: { width, height },
    colorScheme: theme,
    locale: language,
    reducedMotion: 'reduce',
    timezoneId: 'Africa/Cairo',
  });
}

/** What a page shows while nobody uses it: next to nothing, and in the process that has the panel compiled. */
export const idlePath = '/healthz';

export async function openVisit(context: BrowserContext, server: RunningServer): Promise<Visit> {
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text())) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`crash: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== server.url) faults.push(`request to ${request.url()}`);
  });
  return { page, context, faults };
}

/** Signs in by the API, for the tests that are not about signing in; the cookie is the browser's from then on. */
export async function signInAs(visit: Visit, server: RunningServer, role: DemoAdmin): Promise<void> {
  const { email, password } = await credentialsOf(server, role);
  const answer = await visit.context.request.post('/v1/admin/auth/login', { data: { email, password } });
  if (!answer.ok()) throw new Error(`signing in as ${role} answered ${answer.status()}`);
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;
const savedCookies = new Map<string, Cookies>();

/**
 * The same with the cookie of an earlier visit: a password takes the server half a second. Where a test has ended that
 * session meanwhile, there is a new one.
 */
export async function signInWithSavedSession(visit: Visit, server: RunningServer, role: DemoAdmin): Promise<void> {
  const key = `${server.url} ${role}`;
  await visit.context.addCookies(savedCookies.get(key) ?? []);
  if (savedCookies.has(key) && (await visit.context.request.get('/v1/admin/admins/me')).ok()) return;
  await visit.context.clearCookies();
  await signInAs(visit, server, role);
  savedCookies.set(key, await visit.context.cookies());
}

/** Opens a screen as its line in the table says: in a page that is loaded for it, or in one that shows another. */
export async function showScreen(visit: Visit, server: RunningServer, screen: ScreenState): Promise<void> {
  await screen.prepare?.(server);
  const shown = visit.page.url();
  if (shown.startsWith(server.url) && !shown.endsWith(idlePath)) {
    await goToScreen(visit.page, screen.path);
  } else {
    if (screen.as) await signInWithSavedSession(visit, server, screen.as);
    await visit.page.goto(screen.path);
  }
  await visit.page.locator(screen.ready).first().waitFor();
  await screen.steps?.(visit.page);
  await visit.page.evaluate(() => document.fonts.ready);
}

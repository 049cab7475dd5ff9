import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { openChromium } from './chromium.ts';
import type { DemoAdmin } from './demo.ts';
import { type Look, openVisit, signInAs, type Visit } from './visit.ts';

/**
 * A browser for a test file. Every visit that a test opens is closed after it, and whatever went wrong in its page
 * (an error on the console, a crash, a request to another host) fails the test.
 */
export function testBrowser() {
  const server = { url: inject('serverUrl'), stop: async () => {} };
  let browser: Browser;
  let visits: Visit[] = [];
  beforeAll(async () => {
    browser = await openChromium();
  });
  afterAll(async () => {
    await browser.close();
  });
  afterEach(async () => {
    const faults = visits.flatMap((visit) => visit.faults);
    await Promise.all(visits.map((visit) => visit.context.close()));
    visits = [];
    expect(faults).toEqual([]);
  });
  const visit = async (look: Look = {}): Promise<Visit> => {
    const opened = await openVisit(browser, server, look);
    visits.push(opened);
    return opened;
  };
  return {
    server,
    visit,
    /** A page of someone who is signed in. */
    visitAs: async (role: DemoAdmin, look: Look = {}): Promise<Visit> => {
      const opened = await visit(look);
      await signInAs(opened, server, role);
      return opened;
    },
  };
}

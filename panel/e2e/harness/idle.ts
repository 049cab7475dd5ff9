import type { Page } from 'playwright-core';
import { go } from './navigate.ts';

/** What a page shows while nobody uses it: next to nothing, and in the process that has the panel compiled. */
export const idlePath = '/healthz';

/** What outlives a sign-out, because it is the browser's and not a person's. */
const chosenKeys = ['cliffhanger.preferences', 'mantine-color-scheme-value'];

const passwordField = 'form input[type=password]';

/** Whose drafts the page keeps: it would not write that again for the same person. */
const draftsOf = 'cliffhanger.drafts-of';

/** Empties the stores, and answers whether the panel is there and shows someone who chose nothing for the browser. */
const emptyStores = (page: Page): Promise<boolean> =>
  page.evaluate(
    ([keys, ownerKey]) => {
      const isShown = localStorage.getItem('cliffhanger.signed-in') !== null;
      const canStay = isShown && !keys.some((key) => localStorage.getItem(key) !== null);
      const owner = canStay ? sessionStorage.getItem(ownerKey) : null;
      localStorage.clear();
      sessionStorage.clear();
      if (owner !== null) sessionStorage.setItem(ownerKey, owner);
      return canStay;
    },
    [chosenKeys, draftsOf] as const,
  );

/**
 * Signs out as the panel does when another tab has: it forgets all that it has shown, and goes to the sign-in without
 * being loaded anew. Answers whether it is there.
 */
async function signOutInPlace(page: Page): Promise<boolean> {
  if (!page.url().startsWith('http') || !(await emptyStores(page))) return false;
  await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'cliffhanger.signed-in' })));
  return page
    .locator(passwordField)
    .waitFor({ timeout: 5000 })
    .then(
      () => true,
      () => false,
    );
}

/** Leaves nothing of a test in a page; the panel stays loaded where it can, because to load it takes a second. */
export async function makeIdle(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  if (!(await signOutInPlace(page))) {
    await page.goto(idlePath);
    await emptyStores(page);
  }
}

const isAtSignIn = (page: Page): boolean => /^https?:\/\/[^/]+\/sign-in(?:\?|$)/.test(page.url());

/** Whether nobody has used the page since it was opened or made idle. */
export const isIdle = (page: Page): boolean =>
  !page.url().startsWith('http') || page.url().endsWith(idlePath) || isAtSignIn(page);

/**
 * Opens a screen for a test: where the panel is loaded and nobody is signed in, as the link to it does after a sign-in,
 * and else by loading it. A test of the load itself has `page.goto`.
 */
export async function openScreen(page: Page, path: string): Promise<void> {
  if (!isAtSignIn(page)) {
    await page.goto(path);
    return;
  }
  // So that nothing of the sign-in is taken for the screen.
  await page.locator(passwordField).evaluate((field) => field.setAttribute('data-left', ''));
  await go(page, path);
  await page.locator('[data-left]').waitFor({ state: 'detached' });
}

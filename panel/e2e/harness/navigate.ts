import type { Page } from 'playwright-core';

/** Goes to an address as a link of the panel does: the page is not loaded anew. */
export const pushPath = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => window.history.pushState({}, '', to), path);

/** Opens another tab of the screen that is shown, by the search part of its address. */
export async function goToTab(page: Page, search: string): Promise<void> {
  const selected = 'main [role=tab][aria-selected=true]';
  await page
    .locator(selected)
    .first()
    .evaluate((tab) => tab.setAttribute('data-before', ''));
  await pushPath(page, `${new URL(page.url()).pathname}${search}`);
  await page.locator(`${selected}[data-before]`).waitFor({ state: 'detached' });
}

/** What the address is of: `/users/1/notes` is one of the users' screens. */
export const firstPathSegment = (path: string): string => /^\/[^/?]*/.exec(path)?.[0] ?? '';

const detour = '/account';

/** Leaves the screen that is shown, and waits until nothing of it is left. */
async function leaveFor(page: Page, path: string): Promise<void> {
  await page.evaluate(() => document.querySelector('main')?.lastElementChild?.setAttribute('data-left', ''));
  await pushPath(page, path);
  await page.locator('main > [data-left]').waitFor({ state: 'detached' });
}

/** Opens a screen so that nothing of the one before is taken for it: from another of the same part by a detour. */
export async function goToScreen(page: Page, path: string): Promise<void> {
  const isSamePart = firstPathSegment(new URL(page.url()).pathname) === firstPathSegment(path);
  if (isSamePart) await leaveFor(page, firstPathSegment(path) === detour ? '/' : detour);
  await leaveFor(page, path);
}

const opened = '[role=dialog], [role=menu]';

/** Closes what lies over the screen, and answers whether nothing does any more. */
export async function closeAll(page: Page): Promise<boolean> {
  for (let left = 4; left > 0; left--) {
    const count = await page.locator(opened).count();
    if (count === 0) return true;
    await page.keyboard.press('Escape');
    const last = page.locator(opened).nth(count - 1);
    await last.waitFor({ state: 'detached', timeout: 2000 }).catch(() => undefined);
  }
  return (await page.locator(opened).count()) === 0;
}

/** Changes the language as another tab would: the page follows with all that is open on it. */
export async function switchLanguage(page: Page, language: 'en' | 'ar' | 'id'): Promise<void> {
  await page.evaluate((chosen) => {
    const key = 'cliffhanger.preferences';
    localStorage.setItem(key, JSON.stringify({ language: chosen }));
    window.dispatchEvent(new StorageEvent('storage', { key }));
  }, language);
  await page.locator(`html[lang=${language}]`).waitFor();
}

import { expect, it } from 'vitest';
import { colours, createContrastChecker, violationsOf } from './harness/axe.ts';
import { testBrowser } from './harness/browser.ts';
import { closeAll, firstPathSegment, switchLanguage } from './harness/navigate.ts';
import type { ScreenState } from './harness/screen.ts';
import { screens } from './harness/screens.ts';
import { showScreen, type Visit } from './harness/visit.ts';

const { server, visit, keptVisit } = testBrowser();

/**
 * The theme changes colours and nothing else, so the second look is at them; the language changes all but them. Screens
 * of one kind are laid out by the same parts: one of each is checked in the dark and in Arabic. Of the others the first
 * of every part is checked. `AXE_LONG` checks all of them in both.
 */
const kinds = {
  list: 'users',
  page: 'series-draft',
  drawer: 'user-adjust',
  form: 'admin-new',
  review: 'effect-sheet',
  grid: 'episode-draft',
  calendar: 'calendar',
  timeline: 'pricing',
  heatMap: 'pricing-table',
  launch: 'launch-room',
  month: 'free-series',
  device: 'feed-later',
  cards: 'packages',
  matrix: 'role',
  uploads: 'uploads',
  player: 'episode',
  history: 'audit-entry',
  dialog: 'palette',
  signIn: 'sign-in',
  empty: 'users-filtered-empty',
};
const isLong = process.env.AXE_LONG !== undefined;
const isOfEachKind = (name: string): boolean => isLong || Object.values(kinds).includes(name);
/** Lists that are empty and screens that one may not see are the same part everywhere. */
const isRepeated = (name: string): boolean =>
  /-(no-permission|filtered-empty)$/.test(name) && !name.startsWith('users-');

const isFirstOfPart = (screen: ScreenState): boolean =>
  screen === screens.find(({ path }) => firstPathSegment(path) === firstPathSegment(screen.path));

/** By who looks; and screens of one part are kept apart, from one to the other of which there is only a detour. */
function spreadByPart(all: readonly ScreenState[]): ScreenState[] {
  const counts = new Map<string, number>();
  const placed = all.map((screen) => {
    const place = `${screen.as} ${firstPathSegment(screen.path)}`;
    const turn = counts.get(place) ?? 0;
    counts.set(place, turn + 1);
    return { screen, turn };
  });
  const roleOf = ({ screen }: (typeof placed)[number]): string => screen.as ?? '';
  return placed
    .toSorted((one, other) => roleOf(one).localeCompare(roleOf(other)) || one.turn - other.turn)
    .map(({ screen }) => screen);
}

const looked = spreadByPart(
  screens
    .filter((screen) => isFirstOfPart(screen) || isOfEachKind(screen.name))
    .filter(({ name }) => isLong || !isRepeated(name)),
);

/** The rows of a list are alike, and the menu is the same on every screen of a role: some of them are enough. */
const moreRows = 'tbody > tr:nth-child(n + 9)';
const menusSeen = new Set<ScreenState['as']>();
function repeatedIn({ as }: ScreenState): string[] {
  if (isLong) return [];
  const isSeen = menusSeen.has(as);
  menusSeen.add(as);
  return isSeen ? [moreRows, 'nav:not(main nav)'] : [moreRows];
}

const coloursOf = createContrastChecker({ isForgetful: isLong });

/** Colours that are still on their way to others are nobody's choice. */
const transitionsEnded = `Promise.all(document.getAnimations()
  .filter((one) => one instanceof CSSTransition)
  .map((one) => one.finished.catch(() => undefined))).then(() => null)`;

async function setTheme({ page }: Visit, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`[data-mantine-color-scheme=${theme}]`).waitFor();
}

async function coloursInTheDark(opened: Visit, exclude: readonly string[]): Promise<string[]> {
  await setTheme(opened, 'dark');
  await opened.page.evaluate(transitionsEnded);
  return coloursOf(opened.page, { exclude });
}

/** Makes a page ready for the next screen; answers whether it could. */
async function reset(opened: Visit): Promise<boolean> {
  if (!(await closeAll(opened.page))) return false;
  await setTheme(opened, 'light');
  if ((await opened.page.locator('html[dir=rtl]').count()) > 0) await switchLanguage(opened.page, 'en');
  await opened.page.evaluate(() => sessionStorage.clear());
  return true;
}

/** Axe and the panel are compiled once for each role: loading them for every screen would take half of the time. */
const visitFor = ({ as, inPageOfItsOwn }: ScreenState): Promise<Visit> =>
  as === null || inPageOfItsOwn ? visit() : keptVisit(as, reset);

it.each(looked.map((screen) => [screen.name, screen] as const))(
  'the screen %s has no serious fault of accessibility',
  async (name, screen) => {
    const opened = await visitFor(screen);
    await showScreen(opened, server, screen);
    const exclude = repeatedIn(screen);
    expect(await violationsOf(opened.page, { without: colours, exclude })).toEqual([]);
    expect(await coloursOf(opened.page, { exclude })).toEqual([]);
    if (!isOfEachKind(name)) return;
    expect(await coloursInTheDark(opened, exclude)).toEqual([]);
    await switchLanguage(opened.page, 'ar');
    expect(await violationsOf(opened.page, { without: colours, exclude: isLong ? [] : [moreRows] })).toEqual([]);
  },
);

it('the screens that are looked at for their kind are there', () => {
  const names = screens.map(({ name }) => name);
  expect(Object.values(kinds).filter((name) => !names.includes(name))).toEqual([]);
});

it('a text that is too pale is found, whatever has passed before', async () => {
  const opened = await visit();
  await opened.page.goto('/sign-in');
  const heading = opened.page.locator('h1');
  await heading.waitFor();
  expect(await coloursOf(opened.page, {})).toEqual([]);
  await heading.evaluate((element) => element.style.setProperty('color', '#ddd'));
  expect(await coloursOf(opened.page, {})).toEqual([expect.stringContaining('color-contrast: <h1')]);
});

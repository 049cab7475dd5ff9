import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { screens } from './harness/screens.ts';
import { showScreen, type Visit } from './harness/visit.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const { server, visit } = testBrowser();

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What axe finds serious or worse. It is run through the debugger, which the page’s own policy does not bind. */
async function violationsOf({ page }: Visit, rules?: readonly string[]): Promise<string[]> {
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  await page.evaluate(axe);
  const found = await page.evaluate<Violation[]>(
    `axe.run(document, ${JSON.stringify(options)}).then((result) => result.violations)`,
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

/** The theme changes colours and nothing else, so the second look is at them. */
const whatThemesChange = ['color-contrast', 'link-in-text-block'];

describe.each(screens.map((screen) => [screen.name, screen] as const))('the screen %s', (_name, screen) => {
  it('has no serious fault of accessibility in light and dark', async () => {
    const opened = await visit();
    await showScreen(opened, server, screen);
    expect(await violationsOf(opened)).toEqual([]);
    await opened.page.emulateMedia({ colorScheme: 'dark' });
    await opened.page.locator('[data-mantine-color-scheme=dark]').waitFor();
    expect(await violationsOf(opened, whatThemesChange)).toEqual([]);
  });

  it('has no serious fault of accessibility in Arabic', async () => {
    const opened = await visit({ language: 'ar' });
    await showScreen(opened, server, screen);
    expect(await violationsOf(opened)).toEqual([]);
  });
});

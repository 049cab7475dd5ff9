import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { screens } from './harness/screens.ts';
import { type Look, showScreen, type Visit } from './harness/visit.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const { server, visit } = testBrowser();

const looks: readonly (readonly [string, Look])[] = [
  ['light', {}],
  ['dark', { theme: 'dark' }],
  ['Arabic', { language: 'ar' }],
];

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What axe finds serious or worse. It is run through the debugger, which the page’s own policy does not bind. */
async function violationsOf({ page }: Visit): Promise<string[]> {
  const { readFileSync } = await import('node:fs');
  await page.evaluate(readFileSync(axe, 'utf8'));
  const found = await page.evaluate<Violation[]>(
    'axe.run(document, { resultTypes: ["violations"] }).then((result) => result.violations)',
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

/** Roles and users are the newest screens, and come in once they have been gone through by hand. */
const gone = screens.filter(({ path }) => !/^\/(roles|users|ledger)/.test(path));

describe.each(gone.map((screen) => [screen.name, screen] as const))('the screen %s', (_name, screen) => {
  it.each(looks)('has no serious fault of accessibility in %s', async (_look, look) => {
    const opened = await visit(look);
    await showScreen(opened, server, screen);
    expect(await violationsOf(opened)).toEqual([]);
  });
});

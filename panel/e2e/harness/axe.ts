import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { type Finding, judgeColours } from './judge-colours.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Scope {
  readonly without?: readonly string[];
  /** Parts that are passed over. */
  readonly exclude?: readonly string[];
}

/** The rules that go by colours. */
export const colours = ['color-contrast', 'link-in-text-block'];

// Without the style sheets, which axe would fetch for one rule, about pages that must be held upright.
const preload = false;

/** Rules whose faults are never serious: axe would run them, some for long, for findings that are then left out. */
const lesserRules = `axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate')`;

/** Through the debugger, which the page’s own policy does not bind. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(axe);
}

const seriousOf = (found: readonly Finding[]): string[] =>
  found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));

/** What axe finds serious or worse. */
export async function violationsOf(page: Page, { without = [], exclude = [] }: Scope): Promise<string[]> {
  await loadAxe(page);
  const context = { include: [['html']], exclude: exclude.map((part) => [part]) };
  const options: RunOptions = { preload, resultTypes: ['violations'] };
  const ids = `[...${JSON.stringify(without)}, ...${lesserRules}.map(({ id }) => id)]`;
  const rules = `Object.fromEntries(${ids}.map((id) => [id, { enabled: false }]))`;
  const found = await page.evaluate<Finding[]>(
    `axe.run(${JSON.stringify(context)}, { ...${JSON.stringify(options)}, rules: ${rules} }).then((result) => result.violations)`,
  );
  return seriousOf(found);
}

/** The same about colours alone. Texts that look like one that has passed on an earlier screen pass with it. */
export function createContrastChecker({ isForgetful }: { isForgetful: boolean }) {
  const passed = new Set<string>();
  return async (page: Page, { exclude = [] }: Scope): Promise<string[]> => {
    await loadAxe(page);
    const options: RunOptions = {
      preload,
      runOnly: colours,
      resultTypes: ['violations', 'passes'],
      elementRef: true,
    };
    const judged = await page.evaluate(judgeColours, { passed: [...passed], exclude, options });
    if (!isForgetful) for (const look of judged.passed) passed.add(look);
    return seriousOf(judged.violations);
  };
}

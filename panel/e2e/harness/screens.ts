import { existsSync, readdirSync } from 'node:fs';
import type { ScreenState } from './screen.ts';

/** What the screens say of themselves: `states.fixture.ts` in the folder of each. */
const folder = new URL('../../src/screens/', import.meta.url);

async function statesIn(name: string): Promise<readonly ScreenState[]> {
  const file = new URL(`${name}/states.fixture.ts`, folder);
  if (!existsSync(file)) return [];
  const { states }: { states: readonly ScreenState[] } = await import(/* @vite-ignore */ file.href);
  return states;
}

const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

export const screens: readonly ScreenState[] = (await Promise.all(names.map(statesIn))).flat();

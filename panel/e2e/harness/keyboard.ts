import type { Locator, Page } from 'playwright-core';

/** What a person does who has no mouse, counted: a key and a text that is typed are a step each. */
export interface Keyboard {
  readonly steps: () => number;
  press(key: string, times?: number): Promise<void>;
  /** Types where the focus is. */
  type(text: string): Promise<void>;
  /** Goes on with Tab until this has the focus. */
  tabTo(target: Locator): Promise<void>;
  /** Finds something by its name in the palette and chooses it. */
  choose(words: string, option: string | RegExp): Promise<void>;
}

const mostTabs = 40;

export function keyboardOf(page: Page): Keyboard {
  let steps = 0;
  const press = async (key: string, times = 1): Promise<void> => {
    for (let turn = 0; turn < times; turn++) {
      steps += 1;
      await page.keyboard.press(key);
    }
  };
  const type = async (text: string): Promise<void> => {
    steps += 1;
    await page.keyboard.type(text);
  };
  return {
    steps: () => steps,
    press,
    type,
    async tabTo(target) {
      await target.waitFor();
      for (let tabs = 0; tabs < mostTabs; tabs++) {
        if (await target.evaluate((element) => element.matches(':focus'))) return;
        await press('Tab');
      }
      throw new Error(`${String(target)} is not reached with ${mostTabs} tabs`);
    },
    async choose(words, option) {
      await press('Control+k');
      await type(words);
      // What is chosen is the one that stands out, not any that is there.
      await page.getByRole('option', { name: option, selected: true }).waitFor();
      await press('Enter');
    },
  };
}

import type { Locator, Page } from 'playwright-core';

/** What a person does with mouse and keyboard, counted. */
export interface CountedInput {
  readonly clicks: () => number;
  readonly keys: () => number;
  click(target: Locator): Promise<void>;
  /** Types where the focus is, as a person would who did not click before. */
  type(text: string): Promise<void>;
  press(key: string): Promise<void>;
  /** A native list: one click opens it, one chooses. */
  choose(list: Locator, label: string): Promise<void>;
  /** One click opens the window of the system in which files are chosen. */
  pickFiles(input: Locator, files: Parameters<Locator['setInputFiles']>[0]): Promise<void>;
  /** One press of the button, held until the target. */
  drag(from: Locator, to: Locator): Promise<void>;
}

export function countInput(page: Page): CountedInput {
  let clicks = 0;
  let keys = 0;
  return {
    clicks: () => clicks,
    keys: () => keys,
    click: async (target) => {
      clicks += 1;
      await target.click();
    },
    type: async (text) => {
      keys += text.length;
      await page.keyboard.type(text);
    },
    press: async (key) => {
      keys += 1;
      await page.keyboard.press(key);
    },
    choose: async (list, label) => {
      clicks += 2;
      await list.selectOption({ label });
    },
    pickFiles: async (input, files) => {
      clicks += 1;
      await input.setInputFiles(files);
    },
    drag: async (from, to) => {
      clicks += 1;
      await from.dragTo(to);
    },
  };
}

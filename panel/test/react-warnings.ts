import { format } from 'node:util';
import { afterEach, beforeEach, expect, vi } from 'vitest';

/**
 * React in development, which says what is wrong with how it is used: keys that are missing, fields that change hands.
 * What it says fails the test.
 */

// The `act` of these tests is not React's own, which would warn of every change that happens outside of it.
Object.defineProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT', { get: () => false, set: () => {}, configurable: true });

const isOfReact = (frame: string): boolean => /\/node_modules\/react(?:-dom)?\//.test(frame);
const isOfTests = (frame: string): boolean => /\/node_modules\/@?vitest\/|\/test\/react-warnings\.ts/.test(frame);

/** Whether the nearest code that is not about listening is React's. */
function isSaidByReact(stack: string): boolean {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return isOfReact(frames.find((frame) => !isOfTests(frame)) ?? '');
}

/** The page of the tests does not know this element, which browsers do. */
const isUnknownHere = ([text, tag]: readonly unknown[]): boolean =>
  tag === 'search' && String(text).startsWith('The tag <%s> is unrecognized in this browser');

let said: string[] = [];

beforeEach(() => {
  const print = console.error;
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
    // What a component threw and a boundary caught is told with the error, in production too.
    const isThrown = words.some((word) => word instanceof Error);
    const isWarning = !isThrown && !isUnknownHere(words);
    if (isWarning && isSaidByReact(new Error('said').stack ?? '')) said.push(format(...words));
    print(...words);
  });
});

afterEach(() => {
  const heard = said;
  said = [];
  expect(heard).toEqual([]);
});

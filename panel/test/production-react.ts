import { createRequire } from 'node:module';

/**
 * React as it is in production. In development it takes a stack trace along with each element, and checks what it is
 * given, for a third of the time that the tests take. Node keeps what it has loaded once, for the libraries too.
 */
const load = createRequire(import.meta.url);
const { NODE_ENV } = process.env;
process.env.NODE_ENV = 'production';
const react: object = load('react');
load('react/jsx-runtime');
const { flushSync }: typeof import('react-dom') = load('react-dom');
load('react-dom/client');
process.env.NODE_ENV = NODE_ENV;

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** What was set in motion has come to its end: what React puts off it does within two turns. */
async function settled(work: unknown): Promise<unknown> {
  const result = await work;
  await turn();
  await turn();
  return result;
}

/** What testing-library wraps around each change of the page, which React has in development alone. */
function act(work: () => unknown): Promise<unknown> {
  let result: unknown;
  flushSync(() => {
    result = work();
  });
  return settled(result);
}

Object.assign(react, { act });

import { createRequire } from 'node:module';

/**
 * React as operators get it. In development each element takes a stack trace along and each component is timed. Node
 * keeps what it has loaded once, for the libraries too.
 */
const load = createRequire(import.meta.url);
const { NODE_ENV } = process.env;
process.env.NODE_ENV = 'production';
for (const name of ['react/jsx-runtime', 'react-dom/client']) load(name);
const react: unknown = load('react');
process.env.NODE_ENV = NODE_ENV;

const { flushSync } = await import('react-dom');
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

async function settled(work: PromiseLike<unknown>): Promise<unknown> {
  const result = await work;
  for (let turns = 3; turns > 0; turns--) await nextTurn();
  return result;
}

/** What testing-library asks React to render with, which React has in development only. */
function act(work: () => unknown): unknown {
  const result = flushSync(work);
  return result instanceof Promise ? settled(result) : result;
}

if (typeof react === 'object' && react !== null) Object.assign(react, { act });

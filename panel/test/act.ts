import { createRequire } from 'node:module';
import { flushSync } from 'react-dom';

/**
 * What testing-library asks React to render with. React has it in development only, and there it would hold back what
 * is loaded meanwhile; this one is the same in both.
 */
const react: unknown = createRequire(import.meta.url)('react');
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

async function settled(work: PromiseLike<unknown>): Promise<unknown> {
  const result = await work;
  for (let turns = 3; turns > 0; turns--) await nextTurn();
  return result;
}

function act(work: () => unknown): unknown {
  const result = flushSync(work);
  return result instanceof Promise ? settled(result) : result;
}

if (typeof react === 'object' && react !== null) Object.assign(react, { act });

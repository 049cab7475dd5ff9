import { fileURLToPath } from 'node:url';

/** What the tests start: built before the first of them, because node takes ten times as long to start a source. */
export const service = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

type Name = 'decoder-process' | `${'job' | 'open' | 'provider' | 'push' | 'scheduler' | 'service'}-process.fixture`;

export const processOf = (name: Name): string => fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url));

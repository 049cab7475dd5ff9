import { createRequire } from 'node:module';

/**
 * React as operators get it. In development each element takes a stack trace along and each component is timed. Node
 * keeps what it has loaded once, for the libraries too.
 */
const load = createRequire(import.meta.url);
const { NODE_ENV } = process.env;
process.env.NODE_ENV = 'production';
for (const name of ['react', 'react/jsx-runtime', 'react-dom/client']) load(name);
process.env.NODE_ENV = NODE_ENV;

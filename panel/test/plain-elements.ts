import { createRequire } from 'node:module';

/**
 * React's elements as they are in production. In development each takes a stack trace along, for an eighth of the time
 * that the tests take. Node keeps what it has loaded once, for the libraries too.
 */
const { NODE_ENV } = process.env;
process.env.NODE_ENV = 'production';
createRequire(import.meta.url)('react/jsx-runtime');
process.env.NODE_ENV = NODE_ENV;

import { processOf } from './processes.ts';

/** In the place of the one of the same name, for services that run in the process of a test. */
export const entry = processOf('decoder-process');
export const loader: readonly string[] = [];

import { processPath } from './processes.ts';

/** In the place of the one of the same name, for services that run in the process of a test. */
export const entry = processPath('decoder-process');
export const loader: readonly string[] = [];

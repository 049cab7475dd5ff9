import { readConfig } from './config.ts';

/** A process of ours for the tests: makes the secrets of several folders, each at a moment that others know too. */
const [dataDir = '', at = '', rounds = ''] = process.argv.slice(2);
process.umask(0);
const nothing = new Int32Array(new SharedArrayBuffer(4));
const made: unknown[] = [];
for (let round = 0; round < Number(rounds); round++) {
  const moment = Number(at) + round * 25;
  // A timer is late by a millisecond or two, which is as long as the making takes: the last of it is waited for awake.
  Atomics.wait(nothing, 0, 0, Math.max(0, moment - Date.now() - 3));
  while (Date.now() < moment);
  made.push(readConfig({ DATA_DIR: `${dataDir}/${round}` }).secrets);
}
process.stdout.write(`${JSON.stringify(made)}\n`);

import { once } from 'node:events';
import { openEmbedded } from './embedded.ts';

/** A process of ours for the tests: opens the folder, says so in one line of JSON, and closes when its input ends. */
const folder = process.argv[2];
if (folder === undefined) throw new Error('which folder?');
const lines: string[] = [];
const embedded = await openEmbedded({ folder, log: (line) => lines.push(line), settings: { fsync: 'off' } });
const url = embedded.url('superuser', 'postgres');
process.stdout.write(`${JSON.stringify({ startedByUs: embedded.startedByUs, lines, url })}\n`);
process.stdin.resume();
await once(process.stdin, 'end');
await embedded.close();

import { pino } from 'pino';
import { openDatabase } from '../../src/kit/db/database.ts';
import { createJobRunner } from '../../src/kit/jobs/runner.ts';
import { generousLimits } from '../harness/generous-limits.ts';

/** A process that begins a job and never ends it, for a test to kill. */
const [url = '', name = ''] = process.argv.slice(2);
const database = openDatabase({ url, connections: 4, limits: generousLimits });
const forever = { name: 'forever', run: () => new Promise<number>(() => {}) };
const job = { name, everyMinutes: 1, description: '', steps: [forever] };
createJobRunner({ database, jobs: [job], log: pino({ level: 'silent' }) }).start();

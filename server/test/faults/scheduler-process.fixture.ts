import { pino } from 'pino';
import { openPushService } from '../../src/gateways/push/push-service.ts';
import { jobsOf } from '../../src/jobs.ts';
import { openDatabase } from '../../src/kit/db/database.ts';
import { createServiceUrls } from '../../src/kit/http/service-urls.ts';
import { createJobRunner } from '../../src/kit/jobs/runner.ts';
import { generousLimits } from '../harness/generous-limits.ts';
import { openTestMedia } from '../harness/media.ts';

/** A process that publishes by the clock, for a test to kill, or to freeze. It prints when it was resumed. */
const [url = ''] = process.argv.slice(2);
process.on('SIGCONT', () => process.stdout.write('resumed\n'));
const database = openDatabase({ url, connections: 8, limits: generousLimits });
const push = openPushService({ isLogged: true });
const jobs = jobsOf(openTestMedia('', createServiceUrls()), push);
const scheduler = jobs.filter(({ name }) => name === 'publish_scheduler');
createJobRunner({ database, jobs: scheduler, log: pino({ level: 'silent' }) }).start();

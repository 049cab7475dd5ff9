import { pino } from 'pino';
import { openPushService, type PushOptions } from '../../src/gateways/push/push-service.ts';
import { jobsOf } from '../../src/jobs.ts';
import { openDatabase } from '../../src/kit/db/database.ts';
import { createServiceUrls } from '../../src/kit/http/service-urls.ts';
import { createJobRunner } from '../../src/kit/jobs/runner.ts';
import { generousLimits } from '../harness/generous-limits.ts';
import { openTestMedia } from '../harness/media.ts';

/** A process that sends pushes by the clock, for a test to kill. */
const [url = '', given = '{}'] = process.argv.slice(2);
const database = openDatabase({ url, connections: 8, limits: generousLimits });
const options: PushOptions = JSON.parse(given);
const push = openPushService(options);
const jobs = jobsOf(openTestMedia('', createServiceUrls()), push).filter(({ name }) => name === 'push_dispatch');
createJobRunner({ database, jobs, log: pino({ level: 'silent' }) }).start();

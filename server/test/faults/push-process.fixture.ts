import { pino } from 'pino';
import { openPushService } from '../../src/gateways/push/web-push.ts';
import { jobsOf } from '../../src/jobs.ts';
import { openDatabase } from '../../src/kit/db/database.ts';
import { createServiceUrls } from '../../src/kit/http/service-urls.ts';
import { createJobRunner } from '../../src/kit/jobs/runner.ts';
import { generousLimits } from '../harness/generous-limits.ts';
import { openTestMedia } from '../harness/media.ts';

/** A process that sends pushes by the clock, for a test to kill. */
const [url = '', privateKey = '', origin = ''] = process.argv.slice(2);
const database = openDatabase({ url, connections: 8, limits: generousLimits });
const vapid = { privateKey, subject: 'mailto:push@example.com' };
const push = openPushService({ vapid, privateOrigins: [origin], isLogged: false });
const jobs = jobsOf(openTestMedia('', createServiceUrls()), push).filter(({ name }) => name === 'push_dispatch');
createJobRunner({ database, jobs, log: pino({ level: 'silent' }) }).start();

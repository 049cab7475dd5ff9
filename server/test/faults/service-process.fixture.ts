import { pino } from 'pino';
import { type AppConfig, createApp } from '../../src/app.ts';
import { createLeases } from '../../src/gateways/files/lease.ts';
import type { MediaOptions } from '../../src/gateways/media.ts';
import { openPushService } from '../../src/gateways/push/push-service.ts';
import { jobsOf } from '../../src/jobs.ts';
import { openDatabase } from '../../src/kit/db/database.ts';
import { createServiceUrls } from '../../src/kit/http/service-urls.ts';
import { createJobRunner } from '../../src/kit/jobs/runner.ts';
import { generousLimits } from '../harness/generous-limits.ts';
import { openTestMedia } from '../harness/media.ts';

/** The service in a process of its own, on the database of a test, which may kill it. It says where it listens. */
const [url = '', files = '', settings = '', limits = 'generous'] = process.argv.slice(2);
const config: AppConfig = JSON.parse(settings);
const log = pino({ level: 'silent' });
const database = openDatabase({ url, ...(limits === 'generous' && { limits: generousLimits }) });
const site = createServiceUrls();
const leases = createLeases();
leases.connect(database);
const places: Pick<MediaOptions, 'folder' | 'bucket'> = JSON.parse(files);
const media = openTestMedia(places.folder, site, config.secrets.mediaWebhook, { ...places, leases });
const push = openPushService({ isLogged: true });
const runner = createJobRunner({ database, jobs: jobsOf(media, push), log });
const app = createApp({ config, database, logger: log, runner, media, push });
const address = await app.listen({ port: 0, host: '127.0.0.1' });
site.listensAt(address);
process.stdout.write(`${address}\n`);

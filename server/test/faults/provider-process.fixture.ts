import { pino } from 'pino';
import { openDisk } from '../../src/gateways/files/disk.ts';
import { openLeases } from '../../src/gateways/files/lease.fixture.ts';
import { openStorage } from '../../src/gateways/files/open-storage.ts';
import { createEmbedded } from '../../src/gateways/video/embedded/embedded.ts';
import { findFfmpeg } from '../../src/gateways/video/embedded/ffmpeg.ts';
import { createServer } from '../../src/kit/http/server.ts';
import { createServiceUrls } from '../../src/kit/http/service-urls.ts';
import { mountStreams } from '../../src/kit/http/streams.ts';

/** The video provider in a process of its own, over a storage that others share. It says where it listens. */
const [folder = '', bucket = '', callbackUrl = '', databaseUrl = '', command] = process.argv.slice(2);
const disk = openDisk({ folder, reserveBytes: 0 });
const provider = createEmbedded({
  storage: openStorage({ folder, bucket: bucket === '' ? undefined : JSON.parse(bucket), disk }),
  callbackPath: '/callback',
  maxBytes: 1e9,
  ffmpeg: findFfmpeg(command),
  leases: openLeases(databaseUrl).leases,
  disk,
  secrets: ['thirty-two bytes for the tests alone'],
  site: { ...createServiceUrls(), ownUrl: () => callbackUrl },
  onFault: (error) => console.error(error),
});
const app = createServer({ logger: pino({ level: 'silent' }), tls: false, trustedProxies: 0 });
mountStreams(app, provider.routes);
const address = await app.listen({ port: 0, host: '127.0.0.1' });
await provider.start();
process.stdout.write(`${address}\n`);

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Type } from 'typebox';
import { clipOf } from '../../../../test/harness/clips.ts';
import { closeAfterFile } from '../../../../test/harness/close-after-file.ts';
import { openTestDatabase } from '../../../../test/harness/database.ts';
import { openTestBucket } from '../../../../test/harness/test-storage.ts';
import { createServer as createApp } from '../../../kit/http/server.ts';
import { createServiceUrls } from '../../../kit/http/service-urls.ts';
import { mountStreams } from '../../../kit/http/streams.ts';
import { parseOrUndefined } from '../../../kit/http/validate.ts';
import { readJsonBody } from '../../../kit/json.ts';
import { verifyMessage } from '../../../kit/webhooks.ts';
import { openDisk } from '../../files/disk.ts';
import { openLeases } from '../../files/lease.fixture.ts';
import { openStorage } from '../../files/open-storage.ts';
import { createEmbedded, type EmbeddedOptions, type EmbeddedProvider } from './embedded.ts';
import type { Ffmpeg } from './ffmpeg.ts';

export interface ReceivedEvent {
  id: string;
  status: string;
  providerId: string;
  playbackId?: string;
  [field: string]: unknown;
}

const readReport = parseOrUndefined(Type.Object({ status: Type.String(), providerId: Type.String() }));

export const expiresAt = new Date('2030-01-02T00:00:00Z');

/** A webhook receiver that refuses a given number of requests. */
async function takeCallbacks(secrets: readonly string[], callbacks: ReceivedEvent[], moment: { refusals: number }) {
  const called = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const { id } = verifyMessage(secrets, request.headers, body);
      const report = readReport(readJsonBody(body));
      if (moment.refusals-- > 0) return response.writeHead(503).end();
      if (report) callbacks.push({ ...report, id });
      return response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => called.listen(0, '127.0.0.1', resolve));
  return called;
}

/** The provider alone: its routes, and someone who takes its callbacks. */
export async function openProvider(ffmpeg?: Ffmpeg, more: Partial<EmbeddedOptions> = {}) {
  const database = await openTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'cliffhanger-embedded-'));
  const disk = openDisk({ folder, reserveBytes: 0 });
  const bucket = await openTestBucket();
  const storage = openStorage({ folder, bucket, disk });
  const secrets = ['thirty-two bytes for the tests alone'];
  const callbacks: ReceivedEvent[] = [];
  const faults: unknown[] = [];
  const moment = { now: new Date('2030-01-01T00:00:00Z'), refusals: 0 };

  const called = await takeCallbacks(secrets, callbacks, moment);
  let base = '';
  const lease = openLeases(database.url);
  const open = (tool = ffmpeg): EmbeddedProvider =>
    createEmbedded({
      storage,
      secrets,
      callbackPath: '/callback',
      maxBytes: 1e9,
      ffmpeg: tool,
      now: () => moment.now,
      site: { ...createServiceUrls(), ownUrl: () => addressOf(called), publicUrl: () => base },
      leases: lease.leases,
      disk,
      onFault: (error) => faults.push(error),
      // A busy machine can exceed the 500 ms of a first probe, which no test of these is about.
      probing: { deadlineMs: 30_000 },
      ...more,
    });
  const provider = open();
  const app = createApp({ logger: pino({ level: 'error' }), tls: false, trustedProxies: 0 });
  mountStreams(app, provider.routes);
  base = await app.listen({ port: 0, host: '127.0.0.1' });
  closeAfterFile(async () => {
    app.server.closeAllConnections();
    await app.close();
    await provider.stop();
    await lease.close();
    await database.close();
    called.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const clip = await clipOf('webm');
  return {
    folder,
    bucket,
    storage,
    base,
    callbacks,
    faults,
    moment,
    provider,
    open,
    clip,
    databaseUrl: database.url,
    callbackUrl: addressOf(called),
    begin: (sizeBytes = clip.length) => beginUpload(provider, sizeBytes),
    /** What was reported of a video, once there is nothing left to do. */
    async reportsOf(id: string) {
      await provider.idle();
      return callbacks.filter(({ providerId }) => providerId === id);
    },
  };
}

async function beginUpload(provider: EmbeddedProvider, sizeBytes: number) {
  const upload = { sizeBytes, fileName: 'a.webm', expiresAt, maxDurationS: 14_400 };
  const { providerId, uploadRef } = await provider.createUpload(upload);
  return { id: providerId, url: provider.uploadUrl(uploadRef) };
}

function addressOf(server: { address(): unknown }): string {
  const address = server.address();
  const isBound = address !== null && typeof address === 'object' && 'port' in address;
  return `http://127.0.0.1:${isBound ? String(address.port) : ''}`;
}

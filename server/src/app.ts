import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { describeApi, newEffects } from './api.ts';
import type { Config, EndpointConfig } from './config.ts';
import { endpointsOf, keysOf, usersOf } from './endpoints.ts';
import { adminGuard, callsAtOnce, cookieName, rateClasses } from './features/access/public.ts';
import { signInMetrics } from './features/admins/public.ts';
import { alertMetrics } from './features/alerts/public.ts';
import { approvalMetrics } from './features/approvals/public.ts';
import { chainMetrics } from './features/audit/public.ts';
import { economyMetrics } from './features/economy/public.ts';
import { ledgerMetrics } from './features/ledger/public.ts';
import { type MediaGateways, mediaMetrics } from './features/media/public.ts';
import type { PaymentRails } from './features/payments/public.ts';
import type { PushService } from './features/push/public.ts';
import { refundMetrics } from './features/refunds/public.ts';
import { collectLastSeen, createAccessList, userGuard } from './features/users/public.ts';
import { inboxMetrics } from './features/webhooks/public.ts';
import type { Bus } from './kit/bus.ts';
import type { Database } from './kit/db/database.ts';
import { mountCors } from './kit/http/cors.ts';
import { mountDocs } from './kit/http/docs.ts';
import { openGuard } from './kit/http/endpoints.ts';
import { mount } from './kit/http/mount.ts';
import { mountOperations } from './kit/http/operations.ts';
import { mountPanel } from './kit/http/panel.ts';
import { createServer } from './kit/http/server.ts';
import { mountStreams } from './kit/http/streams.ts';
import type { JobRunner } from './kit/jobs/runner.ts';
import { readiness } from './readiness.ts';

export type AppConfig = EndpointConfig &
  Pick<Config, 'mfaRequired' | 'rateLimits' | 'corsOrigins' | 'metricsToken' | 'trustedProxies' | 'mediaStream'>;

export interface AppOptions {
  config: AppConfig;
  database: Database;
  logger: FastifyBaseLogger;
  runner: JobRunner;
  media: MediaGateways;
  push: PushService;
  /** How payment rails are bound to providers; all are neutral without it. */
  rails?: PaymentRails | undefined;
  /** Without a bus nothing is cached. */
  bus?: Bus | undefined;
  draining?: () => boolean;
  /** Where the panel is built. */
  panelFolder?: string;
  /** When the panel can be served. */
  panelBuilt?: Promise<unknown>;
  unlistedErrorsCrash?: boolean;
  /** How often the times of last use are stored. */
  lastSeenFlushMs?: number;
}

const defaultPanelFolder = fileURLToPath(new URL('../../panel', import.meta.url));

/** The metrics of all features. */
const metricsOf = (database: Database, media: MediaGateways) => [
  ...signInMetrics,
  ...approvalMetrics(database),
  ...ledgerMetrics(database),
  ...economyMetrics(database),
  ...chainMetrics(database),
  ...refundMetrics(database),
  ...inboxMetrics(database),
  ...mediaMetrics(media),
  ...alertMetrics(database),
];

/** The panel calls the other endpoints from the same origin. */
const isMobile = (path: string): boolean => path.startsWith('/v1/') && !path.startsWith('/v1/admin/');

export function createApp({
  config,
  database,
  logger,
  runner,
  media,
  push,
  rails,
  bus,
  draining = () => false,
  panelFolder = defaultPanelFolder,
  panelBuilt = Promise.resolve(),
  unlistedErrorsCrash = false,
  lastSeenFlushMs = 5_000,
}: AppOptions): FastifyInstance {
  const keys = keysOf(config);
  const endpoints = endpointsOf({ config, database, runner, media, push, rails, logger, bus });
  const app = createServer({ logger, tls: config.tls, trustedProxies: config.trustedProxies });
  const lastSeen = collectLastSeen(database, {
    flushEveryMs: lastSeenFlushMs,
    onFault: (error) => logger.error({ err: error }, 'failed to flush last-seen'),
  });
  app.addHook('onClose', () => lastSeen.stop());
  const users = usersOf({ config, database }, lastSeen);
  const access = bus && createAccessList(database, bus);
  mountOperations(app, {
    database,
    metricsToken: config.metricsToken,
    draining,
    details: () => readiness(database, media),
    metrics: metricsOf(database, media),
  });
  mountCors(app, { origins: config.corsOrigins, isShared: isMobile });
  mountDocs(app, 'Cliffhanger API', () => describeApi(endpoints, media.video.routes));
  mountStreams(app, [...media.video.routes, ...media.files.routes]);
  mountPanel(app, {
    folder: join(panelFolder, 'dist'),
    built: panelBuilt,
    cookieName,
    page: config.demo ? { path: '/viewer', folder: join(panelFolder, 'viewer/dist') } : undefined,
    stream: config.mediaStream && {
      playback: new URL(config.mediaStream.playbackUrl).origin,
      upload: new URL(config.mediaStream.uploadUrl).origin,
    },
  });
  mount(app, endpoints, {
    database,
    bus,
    guards: {
      open: openGuard,
      admin: adminGuard(database, keys.tokens, config.mfaRequired),
      user: userGuard(users.identify, access && { ...users, access, noteSeen: lastSeen.note }),
    },
    rates: rateClasses,
    callsAtOnce,
    rateLimits: config.rateLimits,
    newEffects,
    unlistedErrorsCrash,
  });
  return app;
}

import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import { notFound, refuse, unavailable } from '../errors.ts';

export interface OperationsOptions {
  database: Database;
  metricsToken: string | undefined;
  draining: () => boolean;
  /** Further content of `/readyz`: the newest migration, the last proof of the ledger. */
  details: () => Promise<Record<string, unknown>>;
  /** Metrics of the features. */
  metrics?: readonly Metric[];
}

/** Probes and proxies send HEAD requests. */
const probed = { exposeHeadRoute: true };

/** The routes for operators: health, readiness and metrics. */
export function mountOperations(app: FastifyInstance, options: OperationsOptions): void {
  const { database, draining, details, metrics = [] } = options;
  const registry = watch(app, database);
  for (const metric of metrics) registry.registerMetric(metric);
  app.get('/healthz', probed, async () => ({ status: 'ok' }));
  app.get('/readyz', probed, async () => {
    if (draining()) refuse(unavailable);
    const shown = await details().catch(() => refuse(unavailable));
    return { status: 'ready', ...shown };
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, options.metricsToken)) refuse(notFound);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function watch(app: FastifyInstance, { pool, jobs, reports }: Database): Registry {
  const registry = new Registry();
  const pools = { requests: pool, jobs: jobs.pool, reports: reports.pool };
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Connections by pool and state',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool: name, state: 'open' }, totalCount);
        this.set({ pool: name, state: 'idle' }, idleCount);
        this.set({ pool: name, state: 'waiting' }, waitingCount);
      }
    },
  });
  connections.set({ pool: 'requests', state: 'open' }, 0);
  app.addHook('onResponse', ({ method, route }, reply, done) => {
    duration.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  return registry;
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** If a token is configured, requests must carry it; otherwise only this machine may read, and not through a proxy on it. */
function mayReadMetrics({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) {
    const proxied = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
    return !proxied && loopback.has(socket.remoteAddress ?? '');
  }
  const expected = Buffer.from(`Bearer ${token}`);
  const given = Buffer.from(headers.authorization ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

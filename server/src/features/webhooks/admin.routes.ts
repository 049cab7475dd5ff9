import type { Db } from '../../kit/db/database.ts';
import { invalidTransition, notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { type Admin, adminEndpoint } from '../access/public.ts';
import { type ReplayOptions, readOriginal, replay } from './apply.ts';
import { showWebhook, Webhook, webhookQuery } from './schema.ts';
import { type Subject, sourceOf, type WebhookSource } from './source.ts';
import { findWebhook, listWebhooks, type WebhookRow } from './sql.ts';

/** Adds the subjects, with one query per source. */
async function withSubjects(
  db: Db,
  rows: readonly WebhookRow[],
  sources: readonly WebhookSource[],
  { permissions }: Pick<Admin, 'permissions'>,
) {
  const subjects = new Map<string, Subject | null>();
  for (const source of sources) {
    const own = rows.filter((row) => sourceOf(sources, row.source) === source);
    if (own.length === 0 || !source.subjectsOf) continue;
    const found = await source.subjectsOf(db, own, permissions);
    own.forEach(({ id }, index) => {
      subjects.set(id, found[index] ?? null);
    });
  }
  return rows.map((row) => ({ ...row, subject: subjects.get(row.id) ?? null }));
}

export const webhookInboxRoutes = ({ sources, log, originals }: ReplayOptions): Endpoint[] => [
  adminEndpoint.list({
    url: '/admin/webhooks',
    access: ['system:read'],
    summary: 'List received webhook events, newest first',
    description:
      'All events with a valid signature, with their outcome. `outcome` filters those that were not applied, `transactionId` those about one payment.',
    query: webhookQuery,
    item: Webhook,
    example: { query: { outcome: 'unmatched' } },
    sort: { field: 'receivedAt', column: 'received_at', id: 'id', kind: 'time', order: 'desc' },
    list: async (db, given, keyset, { caller }) =>
      withSubjects(db, await listWebhooks(db, given, keyset), sources, caller),
    show: showWebhook,
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/webhooks/:id',
    access: ['system:read'],
    summary: 'Read one webhook event',
    description: 'Same fields as in the list.',
    params: { id: Id },
    reply: Webhook,
    errors: [notFound],
    example: { params: { id: '01930000-0000-7000-8000-0000000000c2' } },
    target: (db, { id }) => findWebhook(db, id),
    run: async ({ db, caller }, { target }) => {
      const [shown] = await withSubjects(db, [target], sources, caller);
      return showWebhook(shown ?? refuse(notFound), caller);
    },
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/webhooks/:id/replay',
    access: ['system:write'],
    idempotent: true,
    summary: 'Replay a webhook event',
    description:
      'For events that were unmatched, failed or malformed, and ignored ones whose original is stored. The message of a provider is translated again while its original is stored, for 30 days; what it lacks is asked of the provider first. If it fails again, the response says so and the scheduled retry is unchanged. A malformed event is parsed again, since a newer release may accept it; the content of a message that was not JSON is not stored, so it cannot be replayed.',
    params: { id: Id },
    reply: Webhook,
    errors: [notFound, invalidTransition],
    example: { params: { id: '01930000-0000-7000-8000-0000000000c2' } },
    target: (db, { id }) => findWebhook(db, id),
    prepare: ({ database, params: { id } }) => readOriginal(database.db, id, { sources, log, originals }),
    run: async (ctx, { params: { id }, prepared: original }) => {
      const row = await replay(ctx, id, { sources, log, original });
      const [shown] = await withSubjects(ctx.tx, [row], sources, ctx.caller);
      return showWebhook(shown ?? refuse(notFound), ctx.caller);
    },
  }),
];

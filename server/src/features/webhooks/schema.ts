import { Type } from 'typebox';
import { Id, nullable, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { hasPermission } from '../access/public.ts';
import { eventDetailCodes, failureCodes, isReplayable, showDetail, webhookOutcomes } from './rules.ts';
import type { Subject } from './source.ts';
import type { WebhookRow } from './sql.ts';

export const EventDetailFields = {
  detail: nullable(Type.String({ description: 'What became of it, in words' })),
  detailCode: nullable(
    oneOf(eventDetailCodes, { description: 'What became of it, unless it failed or could not be read' }),
  ),
};

export const Webhook = Type.Object(
  {
    id: Id,
    source: Type.String({ description: 'Who sent it: media, payments:ios_store, …' }),
    eventId: Type.String({ description: 'The webhook-id' }),
    outcome: oneOf(webhookOutcomes),
    ...EventDetailFields,
    attempts: Type.Integer(),
    nextAttemptAt: nullable(Timestamp),
    lastError: nullable(oneOf(failureCodes, { description: 'Why the last attempt that failed did' })),
    payload: nullable(Type.Object({}, { additionalProperties: true })),
    subject: nullable(
      Type.Object(
        {
          type: Type.String(),
          id: Type.String(),
          label: nullable(
            Type.String({ description: 'What it is called: a user, a series or a file; null where it has no name' }),
          ),
          isGuest: Type.Optional(Type.Boolean({ description: 'Of a user: whether they are a guest, who has no name' })),
          episodeNumber: Type.Optional(Type.Integer({ description: 'Of a video: the episode of the series' })),
          productId: Type.Optional(Type.String({ description: 'What a payment is for, as the provider calls it' })),
          purchase: Type.Optional(
            Type.Object(
              { id: Id, status: Type.String(), coins: Type.Integer({ description: 'With the bonus' }) },
              { description: 'Our payment that it is about, for callers with `payments:read`' },
            ),
          ),
        },
        { description: 'What it is about, as far as the caller may see it' },
      ),
    ),
    replays: Type.Integer(),
    occurredAt: nullable(Timestamp),
    receivedAt: Timestamp,
    replayedAt: nullable(Timestamp),
    allowed: Type.Array(Type.String(), { description: 'What this caller may do with it now' }),
  },
  { title: 'WebhookEvent' },
);

export const webhookQuery = {
  source: Type.Optional(
    Type.String({
      maxLength: 100,
      description: '`media`, `payments` for every rail, or one such as `payments:ios_store`',
    }),
  ),
  transactionId: Type.Optional(
    Type.String({ maxLength: 255, description: 'Of payments: the transaction as the rail names it' }),
  ),
  outcome: Type.Optional(oneOf(webhookOutcomes)),
  reportsFailure: Type.Optional(
    Type.Boolean({ description: 'Whether the event itself tells of a failure, such as a video that cannot be played' }),
  ),
};

export function showWebhook(row: WebhookRow & { subject: Subject | null }, viewer: { permissions: readonly string[] }) {
  const mayReplay = isReplayable(row) && hasPermission(viewer.permissions, 'system:write');
  const payload = row.payload !== null && typeof row.payload === 'object' ? { ...row.payload } : null;
  const { faults: _faults, ...shown } = row;
  return { ...shown, ...showDetail(row.detail), payload, allowed: mayReplay ? ['replay'] : [] };
}

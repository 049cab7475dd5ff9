import { Type } from 'typebox';
import { Id, nullable, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { hasPermission } from '../access/public.ts';
import { eventDetailCodes, failureCodes, isReplayable, showDetail, webhookOutcomes } from './rules.ts';
import type { Subject } from './source.ts';
import type { WebhookRow } from './sql.ts';

export const EventDetailFields = {
  detail: nullable(Type.String({ description: 'Outcome as text' })),
  detailCode: nullable(
    oneOf(eventDetailCodes, { description: 'Code of the outcome, unless it failed or was malformed' }),
  ),
};

export const Webhook = Type.Object(
  {
    id: Id,
    source: Type.String({ description: 'Sender: media, payments:ios_store, …' }),
    eventId: Type.String({ description: 'Value of `webhook-id`' }),
    outcome: oneOf(webhookOutcomes),
    ...EventDetailFields,
    attempts: Type.Integer(),
    nextAttemptAt: nullable(Timestamp),
    lastError: nullable(oneOf(failureCodes, { description: 'Cause of the last failure' })),
    payload: nullable(Type.Object({}, { additionalProperties: true })),
    subject: nullable(
      Type.Object(
        {
          type: Type.String(),
          id: Type.String(),
          label: nullable(Type.String({ description: 'Name of the user, series or file; null if it has none' })),
          isGuest: Type.Optional(
            Type.Boolean({ description: 'For a user: whether they are a guest and therefore have no name' }),
          ),
          episodeNumber: Type.Optional(Type.Integer({ description: 'For a video: number of the episode' })),
          productId: Type.Optional(Type.String({ description: 'For a payment: the product at the provider' })),
          purchase: Type.Optional(
            Type.Object(
              { id: Id, status: Type.String(), coins: Type.Integer({ description: 'Including the bonus' }) },
              { description: 'Our payment; requires `payments:read`' },
            ),
          ),
        },
        { description: 'Target of the event, if visible to the caller' },
      ),
    ),
    hasOriginal: Type.Boolean({
      description: 'Whether the original message is stored, encrypted, so that a replay translates it again',
    }),
    replays: Type.Integer(),
    occurredAt: nullable(Timestamp),
    receivedAt: Timestamp,
    replayedAt: nullable(Timestamp),
    allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
  },
  { title: 'WebhookEvent' },
);

export const webhookQuery = {
  source: Type.Optional(
    Type.String({
      maxLength: 100,
      description: '`media`, `payments` for all rails, or a single one such as `payments:ios_store`',
    }),
  ),
  transactionId: Type.Optional(
    Type.String({ maxLength: 255, description: 'For payments: transaction id of the rail' }),
  ),
  outcome: Type.Optional(oneOf(webhookOutcomes)),
  reportsFailure: Type.Optional(
    Type.Boolean({ description: 'Whether the event itself reports a failure, such as a video that cannot be played' }),
  ),
};

export function showWebhook(row: WebhookRow & { subject: Subject | null }, viewer: { permissions: readonly string[] }) {
  const mayReplay = isReplayable(row) && hasPermission(viewer.permissions, 'system:write');
  const payload = row.payload !== null && typeof row.payload === 'object' ? { ...row.payload } : null;
  return { ...row, ...showDetail(row.detail), payload, allowed: mayReplay ? ['replay'] : [] };
}

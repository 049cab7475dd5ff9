export { receive } from './inbox.ts';
export { inboxMetrics } from './metrics.ts';
export { type EventDetail, maskReason, maskText, showDetail, webhookOutcomes } from './rules.ts';
export { EventDetailFields } from './schema.ts';
export {
  type BatchedEvent,
  type EventOrigin,
  type EventResult,
  type FaultLog,
  type Parsed,
  type Subject,
  type SubjectEvent,
  type WebhookSource,
  webhookSource,
} from './source.ts';
export { countOpen, listOpen, listProviderEvents, settleUnmatched } from './sql.ts';

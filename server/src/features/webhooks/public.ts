export { type ReceivedMessage, receive } from './inbox.ts';
export { inboxMetrics } from './metrics.ts';
export { countRejection } from './rejections.ts';
export { type EventDetail, maskReason, maskText, showDetail, webhookOutcomes } from './rules.ts';
export { EventDetailFields } from './schema.ts';
export {
  type BatchedEvent,
  type EventOrigin,
  type EventResult,
  type FaultLog,
  formatFieldErrors,
  type Parsed,
  type Subject,
  type SubjectEvent,
  type WebhookSource,
  webhookSource,
} from './source.ts';
export {
  countOpen,
  findKnown,
  listLastReceived,
  listOpen,
  listProviderEvents,
  listSources,
  type RejectionRow,
  settleUnmatched,
  sumRejections,
  wakeWaiting,
} from './sql.ts';

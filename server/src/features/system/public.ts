export { receive } from './inbox.ts';
export { inboxMetrics } from './metrics.ts';
export type { FaultLog, Verdict, WebhookSource } from './webhook-source.ts';

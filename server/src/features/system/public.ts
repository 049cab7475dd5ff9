export { receive, type Verdict, type WebhookSource } from './inbox.ts';

import { Counter, type Metric } from 'prom-client';
import type { Database } from '../../kit/db/database.ts';
import { gaugeOf, readOnce } from '../../kit/metrics.ts';
import type { WebhookOutcome } from './rules.ts';
import { countOpen, type OpenEvents } from './sql.ts';

const events = new Counter({
  name: 'webhook_events_total',
  help: 'Events of providers, by source and by what became of them; failed ones once for each attempt',
  labelNames: ['source', 'outcome'],
  registers: [],
});

export const countEvent = (source: string, outcome: WebhookOutcome | 'repeated'): void =>
  events.inc({ source, outcome });

export function inboxMetrics({ db }: Database): Metric[] {
  const openNow = readOnce(() => countOpen(db));
  const gauge = (name: string, help: string, figureOf: (open: OpenEvents) => number): Metric =>
    gaugeOf({
      name,
      help,
      labelNames: ['source'],
      read: async () => (await openNow()).map((open) => ({ labels: { source: open.source }, value: figureOf(open) })),
    });
  return [
    events,
    gauge('webhook_events_waiting', 'Events that are yet to be applied or tried again', ({ waiting }) => waiting),
    gauge('webhook_oldest_waiting_seconds', 'Age of the oldest event that waits', ({ oldestS }) => oldestS),
    gauge('webhook_events_given_up', 'Events that failed for a day and wait for an operator', ({ givenUp }) => givenUp),
  ];
}

import type { Metric } from 'prom-client';
import type { Database } from '../../kit/db/database.ts';
import { gaugeOf, readOnce } from '../../kit/metrics.ts';
import { type ChainState, listMeasuredChains } from './blocks.sql.ts';

export function chainMetrics({ db }: Database): Metric[] {
  const chains = readOnce(() => listMeasuredChains(db));
  const gauge = (name: string, help: string, figureOf: (state: ChainState) => number | null): Metric =>
    gaugeOf({
      name,
      help,
      labelNames: ['chain'],
      read: async () =>
        (await chains()).flatMap((state) => {
          const value = figureOf(state);
          return value === null ? [] : [{ labels: { chain: state.chain }, value }];
        }),
    });
  return [
    gauge('sealed_blocks_broken', 'Blocks that failed their last check', ({ brokenBlocks }) => brokenBlocks.length),
    gauge('sealed_blocks_head', 'Number of the newest block', ({ head }) => head?.no ?? 0),
    gauge(
      'sealed_blocks_waiting',
      'Unsealed events at the last run of housekeeping, up to 10,000',
      ({ notSealed }) => notSealed,
    ),
  ];
}

import type { Metric } from 'prom-client';
import type { Database } from '../../kit/db/database.ts';
import { gaugeOf, readOnce } from '../../kit/metrics.ts';
import { type ChainState, listMeasuredChains } from './blocks.sql.ts';

/** How far history is sealed and whether it holds, for those who watch the service. */
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
    gauge('sealed_blocks_broken', 'Blocks that do not hold', ({ brokenBlocks }) => brokenBlocks.length),
    gauge('sealed_blocks_head', 'The number of the newest block', ({ head }) => head?.no ?? 0),
    gauge(
      'sealed_blocks_waiting',
      'Events that were not sealed yet when housekeeping looked, up to 10,000',
      ({ notSealed }) => notSealed,
    ),
  ];
}

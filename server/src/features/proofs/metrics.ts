import type { Metric } from 'prom-client';
import type { Database } from '../../kit/db/database.ts';
import { gaugeOf } from '../../kit/metrics.ts';
import { type ChainState, listChains } from './sql.ts';

/** How far history is sealed and whether it holds, for those who watch the service. */
export function proofMetrics({ db }: Database): Metric[] {
  const gauge = (name: string, help: string, figureOf: (state: ChainState) => number): Metric =>
    gaugeOf({
      name,
      help,
      labelNames: ['chain'],
      read: async () =>
        (await listChains(db)).map((state) => ({ labels: { chain: state.chain }, value: figureOf(state) })),
    });
  return [
    gauge('sealed_blocks_broken', 'Blocks that do not hold', ({ brokenBlocks }) => brokenBlocks.length),
    gauge('sealed_blocks_head', 'The number of the newest block', ({ head }) => head?.no ?? 0),
    gauge('sealed_blocks_waiting', 'Events that are not sealed yet, up to 10,000', ({ notSealed }) => notSealed),
  ];
}

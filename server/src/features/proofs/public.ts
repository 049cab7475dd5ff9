export { sealAll } from './actions.ts';
export { proofMetrics } from './metrics.ts';
export { type BrokenBlock, findBrokenBlocks, listMeasuredChains } from './sql.ts';

export { sealAll } from './actions.ts';
export { proofMetrics } from './metrics.ts';
export { findBrokenBlocks, listMeasuredChains } from './sql.ts';

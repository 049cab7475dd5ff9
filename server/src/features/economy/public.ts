export { economyMetrics } from './metrics.ts';
export { findZeroSumBreach } from './sql.ts';

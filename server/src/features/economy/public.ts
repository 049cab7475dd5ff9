export { economyMetrics } from './metrics.ts';
export { findMeasuredBreach, findZeroSumBreach } from './sql.ts';

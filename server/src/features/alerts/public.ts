export { alertMetrics } from './metrics.ts';

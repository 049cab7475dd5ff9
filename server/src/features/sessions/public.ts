export { secondFactorClear } from './actions/clear-second-factor.ts';
export type { Keys } from './actions/sign-in.ts';
export { signInMetrics } from './metrics.ts';

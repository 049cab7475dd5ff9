export type { Keys } from './actions/sign-in.ts';

export { removalOf } from './actions/remove.ts';

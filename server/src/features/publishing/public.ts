export { removalOf } from './actions/remove.ts';
export type { PublishingPorts } from './ports.ts';

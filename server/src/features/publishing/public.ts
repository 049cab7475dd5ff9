export { removalOf } from './actions/remove.ts';
export type { PublishingPorts } from './ports.ts';
export { countLate, countUnpublished, listLate, listUnpublished } from './sql.ts';

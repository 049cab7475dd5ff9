export { removalOf } from './actions/remove.ts';
export { listComing, type OpenSchedule, type OpenSchedules, openSchedulesJson } from './coming.sql.ts';
export type { PublishingPorts } from './ports.ts';
export { countLate, countUnpublished, listLate, listUnpublished } from './sql.ts';

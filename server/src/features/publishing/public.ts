export { removalOf } from './actions/remove.ts';
export type { PublishingPorts } from './ports.ts';
export {
  countLate,
  countUnpublished,
  listComing,
  listLate,
  listUnpublished,
  type OpenSchedule,
  type OpenSchedules,
  openSchedulesJson,
} from './sql.ts';

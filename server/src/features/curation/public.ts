export { undoCuration } from './actions/undo.ts';
export { type PickedRow, pickByRule } from './pick.sql.ts';
export { type Moment, type PickByRule, pickOnce, resolveCollection } from './resolve.ts';
export { maxForYou, type Surface, surfaces } from './rules.ts';
export { type CollectionRule, withRuleDefaults } from './schema.ts';
export { type ActiveRailRow, listActiveRails, listCards, listReel, type Places, placesJson } from './sql.ts';

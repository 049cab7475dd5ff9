export { undoCuration } from './actions/undo.ts';
export { type PickedRow, pickByRule } from './pick.sql.ts';
export { type ActiveRailRow, listActiveRails, listReel } from './rails.sql.ts';
export { type Moment, type PickByRule, resolveCollection } from './resolve.ts';
export { type CollectionRule, maxForYou, type Surface, surfaces, withRuleDefaults as wholeRule } from './rules.ts';
export { listCards, type Places, placesJson } from './sql.ts';

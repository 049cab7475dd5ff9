export { lockTarget } from './actions.ts';
export type { SegmentPorts } from './ports.ts';
export type { SegmentRule } from './rules.ts';
export { isMemberSql, listMembers, listRules, membersOf } from './sql.ts';

export type { SegmentPorts } from './ports.ts';
export type { SegmentRule } from './rules.ts';
export { holdSegment, isMemberSql, listMembers, listRules, membersOf } from './sql.ts';

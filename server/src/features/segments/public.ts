export type { SegmentPorts, SegmentUse } from './ports.ts';
export type { SegmentRule } from './rules.ts';
export { holdSegment, isInSegment, isMemberSql, listMembers, listRules, membersOf } from './sql.ts';

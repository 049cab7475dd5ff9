export type { SegmentPorts } from './ports.ts';
export type { SegmentRule } from './rules.ts';
export { isMemberSql, listMembers, listRules, lockSegmentForShare, membersOf } from './sql.ts';

export { isKnownRail, railAllows } from './rules.ts';
export { findPackageBySku, holdPackageBySku, type PackageRow } from './sql.ts';

export { isKnownRail, railAllows } from './rules.ts';
export { findPackageBySku, type PackageRow } from './sql.ts';

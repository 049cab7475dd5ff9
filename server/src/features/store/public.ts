export { isKnownRail, railAllows } from './rules.ts';
export { Rail } from './schema.ts';
export { findPackageBySku, holdPackageBySku, type PackageRow } from './sql.ts';

export { isKnownRail, railAllows } from './rules.ts';
export { findPackageBySku, holdFreePackages, holdPackageBySku, type PackageRow } from './sql.ts';

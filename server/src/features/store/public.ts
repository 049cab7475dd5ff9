export { isKnownRail, railAllows, railSettingNames } from './rules.ts';
export { type ListedPackageRow, type PackageRow, Rail, RailFilter } from './schema.ts';
export { findPackageBySku, listPackages, lockPackagesForShare } from './sql.ts';
export { undoPackageStatus } from './undo.ts';

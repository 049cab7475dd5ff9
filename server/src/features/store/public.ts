export { isKnownRail, railAllows } from './rules.ts';
export { Rail, RailFilter } from './schema.ts';
export {
  findPackageBySku,
  type ListedPackageRow,
  listPackages,
  lockPackagesForShare,
  type PackageRow,
} from './sql.ts';
export { undoPackageStatus } from './undo.ts';

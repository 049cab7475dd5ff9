export { isKnownRail, railAllows } from './rules.ts';
export { Rail, RailFilter } from './schema.ts';
export {
  findPackageBySku,
  holdFreePackages,
  holdPackageBySku,
  type ListedPackageRow,
  listPackages,
  type PackageRow,
} from './sql.ts';
export { undoPackageStatus } from './undo.ts';

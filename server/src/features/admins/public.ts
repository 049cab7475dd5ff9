export { bootstrap, createAdmin } from './actions/bootstrap.ts';
export { roleDelete } from './actions/roles.ts';
export { secondFactorClear } from './actions/second-factor.ts';
export type { Keys } from './actions/sign-in.ts';
export { signInMetrics } from './metrics.ts';
export { shortestPassword } from './rules.ts';
export type { AdminRow } from './schema.ts';
export {
  type Credentials,
  findAdmin,
  findCredentials,
  findCredentialsById,
  insertAccessChange,
  listAccessGrants,
  listActiveAdmins,
  listHolders,
  lockActiveAdmin,
  lockAdmin,
  lockRoleForShare,
  markSignedIn,
  rehashAdmin,
  updateAdmin,
} from './sql.ts';

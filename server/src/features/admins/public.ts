export { bootstrap, makeAdmin } from './actions/bootstrap.ts';
export { secondFactorClear } from './actions/clear-second-factor.ts';
export { roleDelete } from './actions/roles.ts';
export type { Keys } from './actions/sign-in.ts';
export {
  insertAccessChange,
  listAccessGrants,
  listActiveAdmins,
  listHolders,
  lockActiveAdmin,
} from './active-admin.sql.ts';
export { signInMetrics } from './metrics.ts';
export { shortestPassword } from './rules.ts';
export {
  type AdminRow,
  type Credentials,
  findAdmin,
  findCredentials,
  findCredentialsById,
  lockAdmin,
  markSignedIn,
  rehashAdmin,
  updateAdmin,
} from './sql.ts';

export { bootstrap, makeAdmin } from './actions/bootstrap.ts';
export { roleDelete } from './actions/roles.ts';
export {
  insertAccessChange,
  listAccessGivers,
  listActiveAdmins,
  listHolders,
  lockActiveAdmin,
} from './active-admin.sql.ts';
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

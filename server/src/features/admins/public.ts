export { bootstrap, makeAdmin } from './actions/bootstrap.ts';
export { mustBeStrong } from './actions/strength.ts';
export { emailTaken, weakPassword } from './errors.ts';
export { holds, inOrder, type Permission } from './rules.ts';
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

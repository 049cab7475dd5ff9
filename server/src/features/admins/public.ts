export { bootstrap, makeAdmin } from './actions/bootstrap.ts';
export type { Keys } from './actions/sign-in.ts';
export { type Admin, adminDoor, adminDoorSign, adminEndpoint } from './door.ts';
export { holds, type Permission } from './rules.ts';

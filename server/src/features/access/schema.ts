import { Type } from 'typebox';
import { type Permission as PermissionName, permissions } from './rules.ts';

/** A permission as the contract lists them, so that clients can name only those that there are. */
export const Permission = Type.Unsafe<PermissionName>({
  type: 'string',
  enum: ['*', ...permissions],
  title: 'Permission',
  description: '`*` means all permissions',
});

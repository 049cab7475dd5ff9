import { Type } from 'typebox';
import { type Permission as PermissionName, permissions } from './rules.ts';

/** The enumeration lets clients name only existing permissions. */
export const Permission = Type.Unsafe<PermissionName>({
  type: 'string',
  enum: ['*', ...permissions],
  title: 'Permission',
  description: '`*` means all permissions',
});

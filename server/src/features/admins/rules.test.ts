import { describe, expect, it } from 'vitest';
import { hasPermission, inOrder } from '../access/rules.ts';
import { accountChange, allowedForAdmin, allowedForRole, baselineOf, builtInRoles } from './rules.ts';

describe('the built-in roles', () => {
  it('are six, and only superadmin has all permissions', () => {
    expect(Object.keys(builtInRoles)).toEqual([
      'superadmin',
      'content_manager',
      'moderator',
      'support',
      'analyst',
      'finance',
    ]);
    const all = Object.entries(builtInRoles).filter(([, { baseline }]) => hasPermission(baseline, 'system:write'));
    expect(all.map(([name]) => name)).toEqual(['superadmin']);
  });
  it('have baselines of known, distinct permissions', () => {
    for (const [name, { baseline }] of Object.entries(builtInRoles)) {
      expect(inOrder(baseline).length, name).toBe(baseline.length);
      expect(baselineOf(name)).toEqual(baseline);
    }
    expect(baselineOf('night desk')).toEqual([]);
    expect(baselineOf('Support')).toEqual([]);
  });
});

describe('an edit of an admin', () => {
  const admin = { name: 'Mina', role: 'support', is_active: true };
  it.each([
    ['nothing', {}, {}, {}, false],
    ['what it is already', { ...admin }, {}, {}, false],
    ['another name', { name: 'Mo' }, { name: 'Mina' }, { name: 'Mo' }, false],
    ['another role', { role: 'finance' }, { role: 'support' }, { role: 'finance' }, true],
    ['disabling', { is_active: false }, { is_active: true }, { is_active: false }, true],
  ])('to %s says what changes, and whether sessions end', (_case, edit, before, after, revokes) => {
    expect(accountChange(admin, edit)).toEqual({ before, after, revokes });
  });
  it('that enables ends no session', () => {
    expect(accountChange({ ...admin, is_active: false }, { is_active: true }).revokes).toBe(false);
  });
});

describe('allowed actions on an admin', () => {
  it.each([
    [true, false, ['*'], ['update', 'disable', 'delete', 'force_logout', 'reset_password']],
    [true, true, ['*'], ['update', 'force_logout', 'reset_password']],
    [false, false, ['*'], ['update', 'enable', 'delete', 'force_logout', 'reset_password']],
    [true, false, ['users:read', 'audit:read'], []],
  ])('active %s, last superadmin %s, caller %j: %j', (is_active, is_last_superadmin, held, allowed) => {
    expect(allowedForAdmin({ is_active, is_last_superadmin, has_second_factor: false }, held)).toEqual(allowed);
  });
});

describe('allowed actions on a role', () => {
  it.each([
    [true, 0, ['*'], ['update']],
    [false, 1, ['*'], ['update']],
    [false, 0, ['*'], ['update', 'delete']],
    [false, 0, ['audit:read'], []],
  ])('built in %s, %s holders, caller %j: %j', (is_system, admin_count, held, allowed) => {
    expect(allowedForRole({ is_system, admin_count }, held)).toEqual(allowed);
  });
});

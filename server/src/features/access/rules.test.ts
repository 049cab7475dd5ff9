import { describe, expect, it } from 'vitest';
import { builtInRoles, sessionSeconds } from '../admins/rules.ts';
import {
  guardedPermissions,
  hasPermission,
  inOrder,
  isPermission,
  permissions,
  secondFactorFreshMs,
  throttle,
  weaknessOf,
} from './rules.ts';

describe('the limits of the contract', () => {
  it('have these values', () => {
    expect({ sessionSeconds, throttle, freshMs: secondFactorFreshMs }).toEqual({
      sessionSeconds: 43_200,
      throttle: { failures: 10, windowMs: 900_000 },
      freshMs: 900_000,
    });
  });
});

describe('the permissions that require a second factor', () => {
  it.each([
    ['superadmin', true],
    ['support', true],
    ['finance', true],
    ['content_manager', false],
    ['moderator', false],
    ['analyst', false],
  ] as const)('%s: %s', (role, needed) => {
    const { baseline } = builtInRoles[role];
    expect(guardedPermissions.some((permission) => hasPermission(baseline, permission))).toBe(needed);
  });
});

describe('a permission check', () => {
  it.each([
    [['*'], 'wallet:adjust', true],
    [['wallet:adjust'], 'wallet:adjust', true],
    [['wallet:read'], 'wallet:adjust', false],
    [['wallet:adjust'], '*', false],
    [[], 'wallet:read', false],
  ])('%j and %s: %s', (held, permission, expected) => {
    expect(hasPermission(held, permission)).toBe(expected);
  });
  it('accepts only listed permissions', () => {
    expect(permissions.every(isPermission)).toBe(true);
    expect(['*', '', 'wallet', 'wallet:*', 'Wallet:read', 'toString'].filter(isPermission)).toEqual([]);
  });
  it('normalizes equal sets', () => {
    expect(inOrder(['users:read', 'catalog:read', 'users:read', '*', 'no:such'])).toEqual([
      '*',
      'catalog:read',
      'users:read',
    ]);
  });
});

describe('a weak password', () => {
  const email = 'keeper.of.lights@example.com';
  it.each([
    ['lamp at sea', true],
    ['lamps at sea', false],
    ['x'.repeat(13), true],
    [`${'harbour lights '.repeat(9).slice(0, 128)}`, false],
    [`${'harbour lights '.repeat(9).slice(0, 129)}`, true],
    ['🌊🐚🦀⚓🗼🚢🐋🦑🐙', true],
    [email, true],
    [email.toUpperCase(), true],
    ['Keeper.Of.Lights', true],
    ['keeper.of.lights in the rain', false],
    ['Password1234', true],
    ['P@$$w0rd!2024', true],
    ['cliffhanger!!', true],
    ['qwertyuiop12', true],
    ['123456789012', true],
    ['abcabcabcabc', true],
    ['a quiet harbour at dawn', false],
    ['seven gulls over the pier', false],
    ['فانوس على الميناء', false],
    ['été à la pointe du raz', false],
    ['kX9#vTq2!mLz', false],
  ])('%j: %s', (password, weak) => {
    expect(weaknessOf(password, { email, shortest: 12 }) !== undefined).toBe(weak);
  });
});

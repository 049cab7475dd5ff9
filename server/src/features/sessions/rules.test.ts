import { describe, expect, it } from 'vitest';
import { builtInRoles, holds } from '../admins/rules.ts';
import { freshMs, guardedPermissions, sessionSeconds, throttle } from './rules.ts';

describe('the figures of the contract', () => {
  it('are these', () => {
    expect({ sessionSeconds, throttle, freshMs }).toEqual({
      sessionSeconds: 43_200,
      throttle: { failures: 10, windowMs: 900_000 },
      freshMs: 900_000,
    });
  });
});

describe('who needs a second factor where the installation asks for it', () => {
  it.each([
    ['superadmin', true],
    ['support', true],
    ['finance', true],
    ['content_manager', false],
    ['moderator', false],
    ['analyst', false],
  ] as const)('%s: %s', (role, needed) => {
    const { baseline } = builtInRoles[role];
    expect(guardedPermissions.some((permission) => holds(baseline, permission))).toBe(needed);
  });
});

import { expect, it } from 'vitest';
import { isKnownRail, railAllows } from './rules.ts';

it.each(['ios_store', 'android_store', 'card_web', 'localwallet_gopay', 'mobilemoney_mpesa_ke', 'vas_1'])(
  '%s is a rail',
  (name) => {
    expect(isKnownRail(name)).toBe(true);
  },
);

it.each(['', 'ios', 'ios_store2', 'localwallet', 'localwallet_', 'localwallet_*', 'vas_Zain', 'vas_a-b', ' card_web'])(
  '%j is no rail',
  (name) => {
    expect(isKnownRail(name)).toBe(false);
  },
);

it.each([
  [['ios_store'], 'ios_store', true],
  [['ios_store'], 'android_store', false],
  [['localwallet_*'], 'localwallet_gopay', true],
  [['localwallet_*'], 'mobilemoney_gopay', false],
  [['localwallet_gopay'], 'localwallet_gopay', true],
  [['localwallet_go'], 'localwallet_gopay', false],
  [['vas_*', 'card_web'], 'card_web', true],
  [['localwallet_*'], 'localwallet_*', false],
  [['localwallet_*'], 'localwallet_', false],
])('%j and %s: %s', (rails, name, allowed) => {
  expect(railAllows(rails, name)).toBe(allowed);
});

import { describe, expect, it } from 'vitest';
import explanations from '../../../../contract/explanations.json';
import { isMeaningful, slugOf } from './explanation.ts';

/** The server is tried with the same cases. */
describe('an explanation', () => {
  it.each(explanations.accepted)('is "%s"', (text) => {
    expect(isMeaningful(text, explanations.slug)).toBe(true);
  });

  it.each(explanations.refused)('is not "%s"', (text) => {
    expect(isMeaningful(text, explanations.slug)).toBe(false);
  });
});

it.each([
  ['Revenge, this week!', 'revenge-this-week'],
  ['  Café  Noir ', 'cafe-noir'],
  ['أمسيات', ''],
])('the slug of "%s" is "%s"', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

import { expect, it } from 'vitest';
import { languageTag } from './language.ts';

it.each([
  ['id', 'id'],
  ['in', 'id'],
  ['in_ID', 'id-ID'],
  ['iw-IL', 'he-IL'],
  ['ji', 'yi'],
  ['AR_eg', 'ar-eg'],
  ['id-ID-u-nu-latn', 'id-ID-u-nu-latn'],
  ['inh', 'inh'],
])('%s is written %s', (given, written) => {
  expect(languageTag(given)).toBe(written);
});

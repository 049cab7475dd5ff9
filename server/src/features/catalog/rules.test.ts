import { describe, expect, it } from 'vitest';
import {
  allowedFor,
  changedBy,
  episodeFields,
  languageOf,
  languagesAccepted,
  lockedFields,
  type State,
  seriesFields,
  slugsFor,
} from './rules.ts';

const everything = (): boolean => true;

describe('locked fields', () => {
  it.each<[State, string[], string[]]>([
    ['draft', [], []],
    ['in_review', ['slug', 'posterAssetId', 'heroAssetId'], ['episodeNumber', 'mediaAssetId', 'thumb_asset_id']],
    ['scheduled', ['slug', 'posterAssetId', 'heroAssetId'], ['episodeNumber', 'mediaAssetId', 'thumb_asset_id']],
    [
      'published',
      ['slug', 'title', 'titleI18n', 'posterAssetId', 'heroAssetId'],
      ['episodeNumber', 'title', 'titleI18n', 'mediaAssetId', 'thumb_asset_id'],
    ],
    ['archived', [...seriesFields], [...episodeFields]],
  ])('in %s', (state, ofSeries, ofEpisode) => {
    expect(lockedFields(seriesFields, state).sort()).toEqual(ofSeries.sort());
    expect(lockedFields(episodeFields, state).sort()).toEqual(ofEpisode.sort());
  });
});

describe('allowed actions', () => {
  it.each<[State, string[]]>([
    ['draft', ['update', 'submit', 'delete']],
    ['in_review', ['update', 'send_back', 'publish', 'schedule']],
    ['scheduled', ['update', 'unpublish']],
    ['published', ['update', 'archive']],
    ['archived', ['restore', 'delete']],
  ])('in %s with all permissions', (state, allowed) => {
    expect(allowedFor(state, everything)).toEqual(allowed);
  });
  it('depend on the permissions of the caller', () => {
    expect(allowedFor('draft', (permission) => permission === 'catalog:write')).toEqual(['update']);
    expect(allowedFor('archived', () => false)).toEqual([]);
  });
});

describe('an edit', () => {
  it('changes only fields with another value', () => {
    const series = { title: 'A', tropes: ['x'], titleI18n: { ar: 'أ', en: 'A' } };
    expect(changedBy(series, { ...series, titleI18n: { en: 'A', ar: 'أ' }, tropes: ['x'] })).toEqual([]);
    expect(changedBy(series, { ...series, title: 'B', tropes: [] })).toEqual(['title', 'tropes']);
  });
});

describe('the address of a series', () => {
  const id = '01930000-0000-7000-8000-0000abcd1234';
  it.each([
    ['The Harbour Bride', 'the-harbour-bride'],
    ['  Déjà vu: 2 ', 'deja-vu-2'],
    ['عروس الميناء', 'series-abcd1234'],
    ['!!!', 'series-abcd1234'],
    ['01930000-0000-7000-8000-000000000001', 'series-abcd1234'],
    ['x'.repeat(200), 'x'.repeat(80)],
    [`${'y'.repeat(79)} z`, 'y'.repeat(79)],
  ])('of %s', (title, slug) => {
    expect(slugsFor(title, id)[0]).toBe(slug);
  });
  it('has an alternative', () => {
    expect(slugsFor('Moon', id)).toEqual(['moon', 'moon-abcd1234']);
  });
});

describe('the languages that a device accepts', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['ar', ['ar']],
    ['id, ar;q=0.5', ['id', 'ar']],
    ['ar;q=0.3,id;q=0.9, en', ['en', 'id', 'ar']],
    ['fr-CA;q=0.8, *;q=0.1, id-ID ; q=0.9', ['id-ID', 'fr-CA', '*']],
    ['ar;q=0, id', ['id']],
    ['ar;q=much', []],
    ['ar, id', ['ar', 'id']],
  ] as const)('as %s are %j', (header, languages) => {
    expect(languagesAccepted(header).filter((language) => language !== '')).toEqual(languages);
  });
});

describe('the language of a viewer', () => {
  it.each([
    [['ar'], 'ar'],
    [['id-ID'], 'id'],
    [['AR-eg'], 'ar'],
    [[undefined, 'id'], 'id'],
    [['fr', 'ar'], 'ar'],
    [['fr', null], 'en'],
    [[], 'en'],
  ] as const)('for %j is %s', (preferred, language) => {
    expect(languageOf(...preferred)).toBe(language);
  });
});

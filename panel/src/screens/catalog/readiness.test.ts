import { describe, expect, it } from 'vitest';
import { readinessOf } from './readiness.ts';

const whole = {
  title: 'The Harbour Bride',
  synopsis: 'A debt.',
  genreSlug: 'romance',
  episodeCount: 3,
  titleI18n: { ar: 'عروس الميناء' },
  synopsisI18n: { ar: 'دين' },
  targetLanguages: ['en' as const, 'ar' as const],
  posterAssetId: 'p',
  heroAssetId: 'h',
  missing: [],
};

describe('readiness', () => {
  it.each([
    ['nothing', {}, []],
    ['a title in a target language', { titleI18n: {} }, ['titles']],
    ['a synopsis in a target language', { synopsisI18n: { ar: ' ' } }, ['synopses']],
    ['an English synopsis', { synopsis: '' }, ['synopses']],
    ['a genre', { genreSlug: null }, ['genre']],
    ['pictures', { posterAssetId: null, heroAssetId: null }, ['poster', 'hero']],
    ['episodes', { episodeCount: 0 }, ['episodes']],
  ])('names %s as missing', (_what, lacking, missing) => {
    expect(readinessOf({ ...whole, ...lacking }).missing).toEqual(missing);
  });

  it('asks for translations into the target languages alone', () => {
    const english = { ...whole, targetLanguages: ['en' as const], titleI18n: {}, synopsisI18n: {} };
    expect(readinessOf(english).missing).toEqual([]);
  });

  it.each([
    ['video' as const, ['videos']],
    ['captions' as const, ['captions']],
  ])('is not there where an episode lacks its %s', (lacking, missing) => {
    expect(readinessOf({ ...whole, missing: [lacking] })).toMatchObject({ isReady: false, missing });
  });

  it('is there with a video and captions for every episode', () => {
    expect(readinessOf(whole)).toMatchObject({ isReady: true, missing: [] });
  });
});

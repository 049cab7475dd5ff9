import { describe, expect, it } from 'vitest';
import { missingIn } from './readiness.ts';

const whole = {
  ...{ title: 'The Harbour Bride', synopsis: 'A debt.', genreSlug: 'romance', episodeCount: 3 },
  ...{
    titleI18n: { ar: 'عروس الميناء' },
    synopsisI18n: { ar: 'دين' },
    targetLanguages: ['en' as const, 'ar' as const],
  },
  ...{ posterAssetId: 'p', heroAssetId: 'h' },
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
    expect(missingIn({ ...whole, ...lacking })).toEqual(missing);
  });

  it('asks for translations into the target languages alone', () => {
    expect(missingIn({ ...whole, targetLanguages: ['en'], titleI18n: {}, synopsisI18n: {} })).toEqual([]);
  });
});

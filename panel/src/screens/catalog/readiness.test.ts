import { describe, expect, it } from 'vitest';
import { readinessOf } from './readiness.ts';

const whole = {
  ...{ title: 'The Harbour Bride', synopsis: 'A debt.', genreSlug: 'romance', episodeCount: 3 },
  ...{
    titleI18n: { ar: 'عروس الميناء' },
    synopsisI18n: { ar: 'دين' },
    targetLanguages: ['en' as const, 'ar' as const],
  },
  ...{ posterAssetId: 'p', heroAssetId: 'h' },
};

const file = (status: string, lang: string | null) => ({
  ...{ id: 'f', kind: 'video', status, lang, playbackId: null, durationS: 60, width: 720, height: 1280, url: null },
});
const episode = (media: string | null, ...captions: readonly string[]) => ({
  media: media === null ? null : file(media, null),
  captions: captions.map((lang) => file('ready', lang)),
});

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
    expect(readinessOf({ ...whole, ...lacking }, []).missing).toEqual(missing);
  });

  it('asks for translations into the target languages alone', () => {
    const english = { ...whole, targetLanguages: ['en' as const], titleI18n: {}, synopsisI18n: {} };
    expect(readinessOf(english, []).missing).toEqual([]);
  });

  it.each([
    ['no video', [episode('ready', 'en', 'ar'), episode(null, 'en', 'ar')], ['videos']],
    ['a video that is not finished', [episode('processing', 'en', 'ar')], ['videos']],
    ['no captions in a language', [episode('ready', 'en')], ['captions']],
  ])('is not there with an episode that has %s', (_what, episodes, missing) => {
    expect(readinessOf(whole, episodes)).toMatchObject({ isReady: false, missing });
  });

  it('is there with a video and captions for every episode', () => {
    expect(readinessOf(whole, [episode('ready', 'en', 'ar')])).toMatchObject({ isReady: true, missing: [] });
  });

  it('is not claimed where the episodes are not known', () => {
    expect(readinessOf(whole, undefined)).toMatchObject({ isReady: false, missing: [] });
  });
});

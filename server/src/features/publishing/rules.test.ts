import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EpisodeFiles } from '../catalog/public.ts';
import type { Asset } from '../catalog/schema.ts';
import { timesFrom, warningsBeforePublishing } from './rules.ts';

const asset = (part: Partial<Asset>): Asset => ({
  id: 'x',
  kind: 'video',
  status: 'ready',
  lang: null,
  playbackId: null,
  durationS: null,
  width: null,
  height: null,
  url: null,
  ...part,
});
const episode = (media: string | null, ...langs: string[]): EpisodeFiles => ({
  media: media === null ? null : asset({ status: media }),
  captions: langs.map((lang) => asset({ kind: 'caption', lang })),
});

describe('a warning', () => {
  it.each<[string, ('en' | 'ar' | 'id')[], EpisodeFiles[], object[]]>([
    ['nothing', ['en', 'ar'], [episode('ready', 'en', 'ar')], []],
    ['nothing of a series without episodes', ['en', 'ar'], [], []],
    ['no captions where one language is spoken', ['ar'], [episode('ready')], []],
    ['a language', ['en', 'ar'], [episode('ready', 'en')], [{ code: 'missing_captions', languages: ['ar'] }]],
    [
      'a language that one of the episodes lacks',
      ['en', 'id'],
      [episode('ready', 'en', 'id'), episode('ready', 'en')],
      [{ code: 'missing_captions', languages: ['id'] }],
    ],
    ['the video', ['en'], [episode(null), episode('ready')], [{ code: 'missing_media', count: 1 }]],
    ['a video that is not ready', ['en'], [episode('processing')], [{ code: 'missing_media', count: 1 }]],
  ])('is %s', (_what, languages, episodes, warnings) => {
    expect(warningsBeforePublishing(languages, episodes)).toEqual(warnings);
  });
});

describe('the times of a cadence', () => {
  it('are whole days apart, regardless of daylight saving', () => {
    const start = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    const property = fc.property(
      start,
      fc.integer({ min: 1, max: 365 }),
      fc.integer({ min: 1, max: 500 }),
      (at, n, count) => {
        const times = timesFrom(at, n, count);
        expect(times).toHaveLength(count);
        expect(times[0]).toEqual(at);
        const gaps = times.slice(1).map((time, index) => time.getTime() - (times[index]?.getTime() ?? 0));
        expect(new Set(gaps).size).toBeLessThanOrEqual(1);
        expect(gaps.every((gap) => gap === n * 86_400_000)).toBe(true);
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});

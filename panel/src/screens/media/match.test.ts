import { expect, it } from 'vitest';
import { captionLanguageIn, episodeNumberIn } from './match.ts';

const numbers = [1, 2, 3, 4, 12, 40];

const cases: readonly (readonly [string, number | undefined])[] = [
  ['ep_03.mp4', 3],
  ['EP12.mov', 12],
  ['S01E03.mp4', 3],
  ['harbour.s02.e04.final.webm', 4],
  ['3 - The letter.mov', 3],
  ['03. The letter.mov', 3],
  ['Episode 12 (1080p).mp4', 12],
  ['harbour-lights-2.mp4', 2],
  ['harbour 2024 ep 4 v2.mp4', 4],
  ['الحلقة 2.mp4', 2],
  ['the 4 sisters.mp4', 4],
  ['1080p.mp4', undefined],
  ['ep_99.mp4', undefined],
  ['trailer.mp4', undefined],
  ['ep_03.en.srt', 3],
  ['12.ar.vtt', 12],
];

it.each(cases)('the file %s is of episode %s', (name, number) => {
  expect(episodeNumberIn(name, numbers)).toBe(number);
});

it.each([
  ['ep_03.en.srt', 'en'],
  ['S01E03-AR.vtt', 'ar'],
  ['3 id.srt', 'id'],
  ['ep_03.srt', undefined],
  ['ep_03.fr.srt', undefined],
  ['ep_03.en.mp4', undefined],
])('the captions %s are in %s', (name, language) => {
  expect(captionLanguageIn(name)).toBe(language);
});

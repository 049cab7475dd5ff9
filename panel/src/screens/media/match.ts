import { captionLanguages } from './choices.ts';

/** Which episode a file is of, told by its name: `ep_03.mp4`, `S01E03`, `3 - title.mov`. */

const noise = /\b(?:\d{3,4}[pi]|[248]k|[hx]\.?26[45]|mp4|v\d+|(?:19|20)\d{2})\b/gi;

const patterns = [
  /s\d{1,2}[\s._-]*e(\d{1,5})/i,
  /(?:^|[^a-z])(?:episode|eps|ep|e|حلقة|الحلقة)[\s._#-]*(\d{1,5})/i,
  /^[\s._#-]*(\d{1,5})(?!\d)/,
  /(?<!\d)(\d{1,5})[\s._-]*$/,
  /(?<!\d)(\d{1,5})(?!\d)/,
] as const;

/** The number of the episode, if one of these has it. */
export function episodeNumberIn(fileName: string, numbers: readonly number[]): number | undefined {
  const stem = fileName.replace(/\.[^.]*$/, '').replaceAll('_', ' ');
  const plain = stem.replace(noise, ' ');
  for (const pattern of patterns) {
    const number = Number(pattern.exec(plain)?.[1]);
    if (numbers.includes(number)) return number;
  }
  return undefined;
}

export type CaptionLanguage = (typeof captionLanguages)[number];

export const isCaption = (fileName: string): boolean => /\.(?:srt|vtt)$/i.test(fileName);

/** The language of captions, where the name ends with it: `ep_03.en.srt`. */
export function captionLanguageIn(fileName: string): CaptionLanguage | undefined {
  const code = /[\s._-]([a-z]{2})\.(?:srt|vtt)$/i.exec(fileName)?.[1]?.toLowerCase();
  return captionLanguages.find((language) => language === code);
}

/** How a file of an episode could be called. */
export function matchingNames(fileName: string, number: number): string[] {
  const ending = fileName.split('.').at(-1) ?? '';
  const padded = String(number).padStart(2, '0');
  if (isCaption(fileName)) return [`ep_${padded}.${captionLanguageIn(fileName) ?? 'en'}.${ending}`];
  return [`ep_${padded}.${ending}`, `S01E${padded}.${ending}`];
}

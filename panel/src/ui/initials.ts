import { isShortId } from './short-id.ts';

/**
 * The first letters of the first two words of a name, for a face that has no picture. The end of an id is no name, nor is
 * what stands after a comma, as in “Guest …, Indonesia”.
 */
export const initialsOf = (name: string): string =>
  (name.split(/[,،]/)[0] ?? '')
    .split(/\s+/)
    .filter((word) => !isShortId(word))
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
    .slice(0, 2)
    .join('')
    .toUpperCase();

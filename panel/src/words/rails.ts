import { readable } from './define.ts';
import { type ServerWord, useServerWord } from './server.ts';

/** A payment method as people call it: one of the known ones, or a provider with the kind that it is. */
export function railName(rail: string, word: ServerWord): string {
  const [family = '', ...provider] = rail.split('_');
  const name = provider.length === 0 ? readable(rail) : `${readable(provider.join('_'))} (${word('rail', family)})`;
  return word('rail', rail, name);
}

export function useRailName(): (rail: string) => string {
  const word = useServerWord();
  return (rail) => railName(rail, word);
}

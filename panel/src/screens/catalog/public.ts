/** What other folders of screens use of this one, besides its queries. */
export { useGenres, useTropes } from './genres.ts';
export { moveWords } from './move-words.ts';
export { useFileBlock } from './use-file-block.ts';

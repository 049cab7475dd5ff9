/** What other folders of screens use of this one, besides its queries. */
export { editorWords } from './editor-words.ts';
export { useGenres, useTropes } from './genres.ts';
export { lockWords } from './lock-words.ts';
export { moveWords } from './move-words.ts';

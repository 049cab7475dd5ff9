export { undoFlags } from './undo.ts';

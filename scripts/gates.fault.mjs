/** A fault that is planted: the file, the gate that must report it, and the words and the path of its report. */
import { lines } from './gates.clean.mjs';

export const fault = (gate, words, path, ...text) => ({ gate, words, path, seenAt: path, text: lines(...text) });
export const seenAt = (place, given) => ({ ...given, seenAt: place });

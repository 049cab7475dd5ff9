import QuickLRU from 'quick-lru';
import { keepMs } from './rules.ts';

interface Kept<Reply> {
  readonly edition: string;
  readonly reply: Reply;
  readonly until: number;
}

export interface MadePreview<Reply> extends Pick<Kept<Reply>, 'edition' | 'reply'> {
  /** How long its text is. */
  readonly length: number;
}

export interface ReadyPreviews<Reply> {
  /** The one that was made last, while it is young. */
  find(key: string, now: Date): Kept<Reply> | undefined;
  /** Keeps one, unless it is longer than what is usually asked for. */
  keep(key: string, made: MadePreview<Reply>, now: Date): Reply;
}

/** Twice as many are kept at most. */
const maxKept = 2_000;
/** Whoever asks for fifty comments of a thousand letters has them read each time: those would fill the memory. */
export const longestKept = 16_384;

/**
 * Previews as they were last sent. One is sent again only after the database has said that its edition is the newest;
 * what an edition does not tell, such as a name that its owner changed, is seen when it is old.
 */
export function createReadyPreviews<Reply>(): ReadyPreviews<Reply> {
  const ready = new QuickLRU<string, Kept<Reply>>({ maxSize: maxKept });
  return {
    find(key, now) {
      const kept = ready.get(key);
      return kept && now.getTime() < kept.until ? kept : undefined;
    },
    keep(key, { edition, reply, length }, now) {
      if (length <= longestKept) ready.set(key, { edition, reply, until: now.getTime() + keepMs });
      else ready.delete(key);
      return reply;
    },
  };
}

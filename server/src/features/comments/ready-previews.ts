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
  /** Which edition was made last. */
  edition(key: string): string | undefined;
  /** That edition, where it is still the one that was made last, and young. */
  find(key: string, edition: string, now: Date): Reply | undefined;
  /** Keeps one, unless it is longer than what is usually asked for. */
  keep(key: string, made: MadePreview<Reply>, now: Date): Reply;
}

/** Twice as many are kept at most: some forty megabytes, where comments are of the usual length. */
const maxKept = 6_000;
/** Whoever asks for fifty comments of a thousand letters has them read each time: those would fill the memory. */
export const longestKept = 8_192;

/**
 * Previews as they were last sent. One is sent again only after the database has said that its edition is the newest;
 * what an edition does not tell, such as a name that its owner changed, is seen when it is old.
 */
export function createReadyPreviews<Reply>(): ReadyPreviews<Reply> {
  const ready = new QuickLRU<string, Kept<Reply>>({ maxSize: maxKept });
  return {
    edition: (key) => ready.peek(key)?.edition,
    find(key, edition, now) {
      const kept = ready.get(key);
      return kept?.edition === edition && now.getTime() < kept.until ? kept.reply : undefined;
    },
    keep(key, { edition, reply, length }, now) {
      if (length <= longestKept) ready.set(key, { edition, reply, until: now.getTime() + keepMs });
      else ready.delete(key);
      return reply;
    },
  };
}

import QuickLRU from 'quick-lru';
import { keepMs, preview } from './rules.ts';

interface Sized {
  readonly bytes: Buffer;
}

export interface PreviewRequest {
  readonly episodeId: string;
  readonly limit: number;
}

interface Kept<Reply> {
  readonly made: Promise<Reply>;
  readonly until: number;
}

export interface PreviewCache<Reply> {
  /** The kept one, or the one that is made now; those who ask for the same at once share it. */
  find(asked: PreviewRequest, now: Date, make: () => Promise<Reply>): Promise<Reply>;
  /** Forgets what is kept of an episode. */
  drop(episodeId: string): void;
  clear(): void;
}

/** Twice as many are kept at most: some forty megabytes, where comments are of the usual length. */
const maxKept = 6_000;
/** Whoever asks for fifty comments of a thousand letters has them read each time: those would fill the memory. */
export const longestKept = 8_192;

const nameOf = (episodeId: string, limit: number): string => `${episodeId} ${limit}`;

/**
 * Previews as they were last sent. One is kept from the moment before it is read, so that a change that is committed
 * while it is read drops it too. What changes do not tell, such as a name that its owner changed, is seen when it is old.
 */
export function createPreviewCache<Reply extends Sized>(): PreviewCache<Reply> {
  const kept = new QuickLRU<string, Kept<Reply>>({ maxSize: maxKept });
  return {
    async find({ episodeId, limit }, now, make) {
      const name = nameOf(episodeId, limit);
      const known = kept.get(name);
      if (known && now.getTime() < known.until) return known.made;
      const one: Kept<Reply> = { made: make(), until: now.getTime() + keepMs };
      kept.set(name, one);
      const forget = (): void => {
        if (kept.peek(name) === one) kept.delete(name);
      };
      try {
        const reply = await one.made;
        if (reply.bytes.length > longestKept) forget();
        return reply;
      } catch (error) {
        forget();
        throw error;
      }
    },
    drop(episodeId) {
      for (let limit = 1; limit <= preview.most; limit++) kept.delete(nameOf(episodeId, limit));
    },
    clear: () => kept.clear(),
  };
}

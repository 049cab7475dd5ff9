import QuickLRU from 'quick-lru';
import { keepMs } from './rules.ts';

export interface MadePreview<Reply> {
  readonly reply: Reply;
  /** How long its text is. */
  readonly length: number;
}

export interface Asked {
  readonly episodeId: string;
  readonly limit: number;
}

interface Kept<Reply> {
  readonly made: Promise<MadePreview<Reply>>;
  readonly until: number;
}

export interface PreviewCache<Reply> {
  /** The kept one, or the one that is made now; those who ask for the same at once share it. */
  find(asked: Asked, now: Date, make: () => Promise<MadePreview<Reply>>): Promise<Reply>;
  /** Forgets what is kept of an episode, or of all of them. */
  drop(episodeId: string | null): void;
}

/** Twice as many episodes are kept at most: some forty megabytes, where comments are of the usual length. */
const maxKept = 6_000;
/** Whoever asks for fifty comments of a thousand letters has them read each time: those would fill the memory. */
export const longestKept = 8_192;

/**
 * Previews as they were last sent. One is kept from the moment before it is read, so that a change that is committed
 * while it is read drops it too. What changes do not tell, such as a name that its owner changed, is seen when it is old.
 */
export function createPreviewCache<Reply>(): PreviewCache<Reply> {
  /** Of each episode by how many comments are asked for. */
  const threads = new QuickLRU<string, Map<number, Kept<Reply>>>({ maxSize: maxKept });
  const threadOf = (episodeId: string): Map<number, Kept<Reply>> => {
    const thread = threads.get(episodeId) ?? new Map<number, Kept<Reply>>();
    threads.set(episodeId, thread);
    return thread;
  };
  return {
    async find({ episodeId, limit }, now, make) {
      const known = threads.get(episodeId)?.get(limit);
      if (known && now.getTime() < known.until) return (await known.made).reply;
      const thread = threadOf(episodeId);
      const one: Kept<Reply> = { made: make(), until: now.getTime() + keepMs };
      thread.set(limit, one);
      const forget = (): void => {
        if (thread.get(limit) === one) thread.delete(limit);
      };
      try {
        const { reply, length } = await one.made;
        if (length > longestKept) forget();
        return reply;
      } catch (error) {
        forget();
        throw error;
      }
    },
    drop(episodeId) {
      if (episodeId === null) threads.clear();
      else threads.delete(episodeId);
    },
  };
}

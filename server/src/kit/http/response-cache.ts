import type { Bus } from '../bus.ts';
import { type Built, createCache } from '../cache.ts';
import { type Coding, compress } from './coding.ts';

/** A cached response, compressed in each coding on first use. */
export interface CachedResponse {
  readonly body: Buffer;
  readonly etag: string;
  readonly encoded: (coding: Coding) => Buffer | Promise<Buffer>;
}

export type BuiltResponse = Pick<CachedResponse, 'body' | 'etag'> & Pick<Built<unknown>, 'until' | 'changeKeys'>;

export interface ResponseCache {
  /** The cached response of that name, or a newly built one. */
  find(
    name: string,
    topics: readonly string[],
    build: (now?: Date) => Promise<BuiltResponse>,
  ): CachedResponse | Promise<CachedResponse>;
}

const maxBytes = 64 * 1024 * 1024;

export function createResponseCache(bus: Bus | undefined): ResponseCache {
  const cache = createCache<CachedResponse>(bus, maxBytes);
  const responseOf = (name: string, body: Buffer, etag: string): CachedResponse => {
    const compressed = new Map<Coding, Buffer | Promise<Buffer>>();
    const compressTo = async (coding: Coding): Promise<Buffer> => {
      try {
        const bytes = await compress(body, coding, bus?.isCurrent ? 'once' : 'each time');
        compressed.set(coding, bytes);
        cache.addBytes(name, response, bytes.length);
        return bytes;
      } catch (error) {
        compressed.delete(coding);
        throw error;
      }
    };
    const response: CachedResponse = {
      body,
      etag,
      encoded(coding) {
        const known = compressed.get(coding);
        if (known) return known;
        const pending = compressTo(coding);
        compressed.set(coding, pending);
        return pending;
      },
    };
    return response;
  };
  return {
    find: (name, topics, build) =>
      cache.find(name, topics, async (now) => {
        const { body, etag, ...lasting } = await build(now);
        return { value: responseOf(name, body, etag), bytes: body.length, ...lasting };
      }),
  };
}

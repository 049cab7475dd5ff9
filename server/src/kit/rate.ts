import QuickLRU from 'quick-lru';

/**
 * A leaky bucket for each key: `perSecond` on average over a minute, which allows bursts. Returns the seconds to wait, or 0.
 */
export function createRateLimiter(perSecond: number, now: () => number = () => performance.now()) {
  const capacity = perSecond * 60;
  const buckets = new QuickLRU<string, { level: number; at: number }>({ maxSize: 25_000 });
  return (key: string): number => {
    const at = now();
    const bucket = buckets.get(key) ?? { level: 0, at };
    const level = Math.max(0, bucket.level - ((at - bucket.at) / 1000) * perSecond);
    if (level + 1 > capacity) {
      buckets.set(key, { level, at });
      return Math.ceil((level + 1 - capacity) / perSecond);
    }
    buckets.set(key, { level: level + 1, at });
    return 0;
  };
}

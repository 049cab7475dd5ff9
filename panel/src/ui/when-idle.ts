/** Does something once the page has nothing better to do. */
export function whenIdle(work: () => void): () => void {
  const timer = setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(work) : work()), 1_000);
  return () => clearTimeout(timer);
}

/**
 * The service hands out files under its public address, and an operator may have opened the panel under another one.
 * The page may fetch from its own alone, where the same files are.
 */
export function ownAddress(url: string): string {
  const { pathname, search } = new URL(url, window.location.origin);
  return pathname.startsWith('/media/') ? `${pathname}${search}` : url;
}

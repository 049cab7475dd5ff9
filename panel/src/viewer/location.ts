import { useSyncExternalStore } from 'react';

/** Where the viewer is, kept after the `#` so that the browser's own back button works. */
export type Place =
  | { readonly page: 'home' }
  | { readonly page: 'discover' }
  | { readonly page: 'series'; readonly slug: string }
  | { readonly page: 'episode'; readonly slug: string; readonly id: string }
  | { readonly page: 'store' };

function placeOf(hash: string): Place {
  const [page, slug, id] = hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  if (page === 'store' || page === 'discover') return { page };
  if (page === 'series' && slug && id) return { page: 'episode', slug, id };
  if (page === 'series' && slug) return { page, slug };
  return { page: 'home' };
}

export const homeHref = '#/';
export const discoverHref = '#/discover';
export const storeHref = '#/store';
export const seriesHref = (slug: string): string => `#/series/${encodeURIComponent(slug)}`;
export const episodeHref = (slug: string, id: string): string => `${seriesHref(slug)}/${encodeURIComponent(id)}`;

const onHash = (listener: () => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};

export const usePlace = (): Place => placeOf(useSyncExternalStore(onHash, () => window.location.hash));

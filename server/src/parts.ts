import { type CatalogParts, noParts } from './features/catalog/public.ts';
import { type MediaParts, mediaForCatalog } from './features/media/public.ts';

/** What features bring to others that come before them and do not know them. */
export const catalogPartsOf = (media: Pick<MediaParts, 'video' | 'files'>): CatalogParts => ({
  ...noParts,
  ...mediaForCatalog(media),
});

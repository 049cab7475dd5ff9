import { type CatalogParts, noParts } from './features/catalog/public.ts';

/** What features bring to others that come before them and do not know them. */
export const catalogParts: CatalogParts = noParts;

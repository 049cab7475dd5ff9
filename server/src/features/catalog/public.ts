export { type CatalogParts, noParts } from './parts.ts';

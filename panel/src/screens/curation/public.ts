/** What other folders of screens use of this one, besides its queries. */
export { CuratedName } from './curated-name.tsx';
export { SeriesPlacements } from './placements.tsx';

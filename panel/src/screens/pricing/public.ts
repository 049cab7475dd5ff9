/** What other folders of screens use of this one, besides its queries. */
export { EpisodePriceLink } from './episode-price.tsx';
export { PriceEpisodesDrawer } from './price-episodes-drawer.tsx';

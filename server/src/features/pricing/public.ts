export { type PricingSettings, priceOf } from './prices.ts';
export { type PricedEpisode, type PriceSource, priceSources } from './rules.ts';

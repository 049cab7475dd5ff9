export type { FreeDays } from './ports.ts';
export { type ChargedPrice, findFree, listPrices, type PricingSettings, pricesOf } from './prices.ts';
export { maxCoins, type PriceSource, priceSources } from './rules.ts';
export { episodePricesJson, type PricesJson, pricesJson } from './sql.ts';
export { undoOverrides } from './undo.ts';

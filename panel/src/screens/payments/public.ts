export { useProviderName } from './provider-name.ts';
export { type MoneyWay, moneyWayOf, railOf, railsQuery } from './queries.ts';

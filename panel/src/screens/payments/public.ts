export { type MoneyWay, moneyWayOf, railOf, railsQuery } from './queries.ts';

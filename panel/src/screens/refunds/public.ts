export { MoneyNotice, MoneyState } from './money.tsx';

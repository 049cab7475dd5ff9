export { purchaseCredit } from './credit.actions.ts';

import { Type } from 'typebox';
import { notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { JsonText } from '../../kit/http/response.ts';
import { Int } from '../../kit/http/schema.ts';
import { userEndpoint } from '../users/public.ts';
import { LedgerEntry } from './schema.ts';
import { ownWallet } from './sql.ts';

const Wallet = Type.Object(
  {
    balanceTotal: Int(),
    balancePaid: Int(),
    balanceBonus: Int(),
    recentEntries: Type.Array(LedgerEntry, { description: 'The 20 newest movements' }),
  },
  { title: 'Wallet' },
);

export const walletRoutes: Endpoint[] = [
  userEndpoint({
    method: 'GET',
    url: '/wallet',
    access: 'signed_in',
    summary: 'Read one’s own wallet',
    description: 'Paid, bonus and total coins, with the 20 newest movements.',
    reply: Wallet,
    errors: [notFound],
    callerValue: ownWallet,
    run: async (_ctx, { callerValue }) => new JsonText(callerValue ?? refuse(notFound)),
  }),
];

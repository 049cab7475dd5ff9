import { Type } from 'typebox';
import { hotRead } from '../../kit/db/hot-read.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Int } from '../../kit/http/schema.ts';
import { userEndpoint } from '../users/public.ts';
import { LedgerEntry } from './schema.ts';
import { type EntryRow, walletStatement } from './sql.ts';

interface WalletRow {
  user_id: string;
  paid: number;
  bonus: number;
  recent: EntryRow[];
}

const findWallet = hotRead<WalletRow>({
  name: 'wallet',
  text: walletStatement,
  values: (ids) => [ids],
  keyOf: (row) => row.user_id,
});

const Wallet = Type.Object(
  {
    balanceTotal: Int(),
    balancePaid: Int(),
    balanceBonus: Int(),
    recentEntries: Type.Array(LedgerEntry, { description: 'The newest 20' }),
  },
  { title: 'Wallet' },
);

export const walletRoutes: Endpoint[] = [
  userEndpoint({
    method: 'GET',
    url: '/wallet',
    may: 'signed_in',
    summary: 'Read one’s coins',
    reply: Wallet,
    budget: 0,
    run: async ({ hot, caller }) => {
      const { paid = 0, bonus = 0, recent = [] } = (await hot(findWallet, caller.id)) ?? {};
      // Inside JSON the database writes moments in its own way.
      const recentEntries = recent.map((entry) => ({ ...entry, createdAt: new Date(entry.createdAt) }));
      return { balanceTotal: paid + bonus, balancePaid: paid, balanceBonus: bonus, recentEntries };
    },
  }),
];

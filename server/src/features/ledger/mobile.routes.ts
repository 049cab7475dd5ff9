import { type Static, Type } from 'typebox';
import { CappedMap } from '../../kit/capped-map.ts';
import { hotRead, idList } from '../../kit/db/hot-read.ts';
import type { Ready } from '../../kit/http/answer.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Int } from '../../kit/http/schema.ts';
import { userEndpoint } from '../users/public.ts';
import { LedgerEntry } from './schema.ts';
import { ownStanding, type WalletRow, walletStatement } from './sql.ts';

const findWallet = hotRead<WalletRow>({
  name: 'wallet',
  text: walletStatement,
  values: (ids) => [idList(ids)],
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

function showWallet({ paid, bonus, recent }: WalletRow): Static<typeof Wallet> {
  // Inside JSON the database writes moments in its own way.
  const recentEntries = recent.map((entry) => ({ ...entry, createdAt: new Date(entry.createdAt) }));
  return { balanceTotal: paid + bonus, balancePaid: paid, balanceBonus: bonus, recentEntries };
}

interface Kept {
  readonly standing: string;
  readonly reply: Ready<Static<typeof Wallet>>;
}

const mostKept = 10_000;

/**
 * A wallet's reply is kept ready, and true only while the wallets stand where they stood when it was made. Where they
 * stand is asked of the database at every call, so no process ever shows coins that are gone.
 */
export function walletRoutes(): Endpoint[] {
  const kept = new CappedMap<string, Kept>(mostKept);
  return [
    userEndpoint({
      method: 'GET',
      url: '/wallet',
      may: 'signed_in',
      summary: 'Read one’s coins',
      reply: Wallet,
      budget: 1,
      own: ownStanding,
      run: async (ctx, { own: standing }) => {
        const { hot, caller } = ctx;
        const known = kept.get(caller.id);
        if (known && known.standing === standing) return known.reply;
        const wallet = await hot(findWallet, caller.id);
        if (!wallet) throw new Error('whoever asks for a wallet gets one, be it empty');
        const reply = ctx.ready(showWallet(wallet));
        kept.set(caller.id, { standing: wallet.standing, reply });
        return reply;
      },
    }),
  ];
}

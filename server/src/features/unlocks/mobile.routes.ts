import { Type } from 'typebox';
import { notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id, Int, oneOf } from '../../kit/http/schema.ts';
import { findBalances } from '../ledger/public.ts';
import { type PricingSettings, priceOf, priceSources } from '../pricing/public.ts';
import { findFreeToday } from '../rotation/public.ts';
import { userEndpoint } from '../users/public.ts';
import { isOpen } from './rules.ts';
import { findUnlockable } from './sql.ts';

const Quote = Type.Object(
  {
    episodeId: Id,
    coinsRequired: Int(),
    priceSource: oneOf(priceSources),
    balanceTotal: Int(),
    sufficient: Type.Boolean({ description: 'Whether the balance covers the price' }),
    alreadyUnlocked: Type.Boolean({ description: 'Whether nothing would be taken, since it is open to the viewer' }),
    freeToday: Type.Boolean({ description: 'Whether it can be watched today without unlocking it' }),
  },
  { title: 'UnlockQuote' },
);

export const unlockRoutes = (settings: PricingSettings): Endpoint[] => [
  userEndpoint({
    method: 'POST',
    url: '/episodes/:id/unlock/quote',
    may: 'signed_in',
    summary: 'Ask what it takes to unlock an episode',
    description:
      'The price in the viewer’s market now, and whether the viewer’s coins cover it. Free today is access for that UTC day, not a price. Nothing is taken.',
    params: { id: Id },
    reply: Quote,
    errors: [notFound],
    budget: 8,
    example: { params: { id: '01930000-0000-7000-8000-000000000055' } },
    run: async ({ tx, caller, now }, { params: { id } }) => {
      const { alreadyUnlocked, ...episode } = (await findUnlockable(tx, id, caller.id)) ?? refuse(notFound);
      if (!isOpen(episode)) return refuse(notFound);
      const market = caller.countryCode;
      const { coinsRequired, priceSource } = await priceOf(tx, settings, episode, market, now);
      const { paid, bonus } = await findBalances(tx, caller.id);
      const freeToday = (await findFreeToday(tx, [episode.seriesId], market)).has(episode.seriesId);
      const balanceTotal = paid + bonus;
      const sufficient = balanceTotal >= coinsRequired;
      return { episodeId: id, coinsRequired, priceSource, balanceTotal, sufficient, alreadyUnlocked, freeToday };
    },
  }),
];

import { Type } from 'typebox';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id, Int, nullable, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { userEndpoint } from '../users/public.ts';
import { redeemMany } from './actions/redeem.ts';
import { redeemRefusals } from './errors.ts';
import { promoTypes } from './rules.ts';

const RedeemBody = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 200, description: 'In any case' }),
});

const Redemption = Type.Object(
  {
    redemptionId: Id,
    code: Type.String(),
    type: oneOf(promoTypes),
    coinsGranted: Int(),
    eventId: nullable(Id),
    balanceTotal: Int(),
    multiplier: Type.Optional(
      Type.Number({ description: 'bonus_multiplier: what the next purchase is multiplied by' }),
    ),
    trialEnd: Type.Optional(Timestamp),
  },
  { title: 'Redemption' },
);

export const redeemRoutes: Endpoint[] = [
  userEndpoint.batchedWrite({
    method: 'POST',
    url: '/promos/redeem',
    access: 'signed_in',
    rate: 'money',
    summary: 'Redeem a promo code',
    description:
      'Coins are there at once; a multiplier waits for the next purchase and adds to it; a longer trial is extended at once, and needs one that runs. Refused, in this order, where there is no such code, outside of its time, where its budget is not enough, where it is not for this user, and where this user has redeemed it as often as one may.',
    body: RedeemBody,
    reply: Redemption,
    errors: redeemRefusals,
    idempotent: true,
    batchesAtOnce: 1,
    example: { body: { code: 'WELCOME50' } },
    run: (ctx, items) => redeemMany(ctx, items),
  }),
];

import type { Endpoint } from '../../kit/http/endpoint.ts';
import { userEndpoint } from '../users/public.ts';
import { redeemRefusals } from './errors.ts';
import { redeemMany } from './redeem.actions.ts';
import { RedeemBody, Redemption } from './schema.ts';

export const redeemRoutes: Endpoint[] = [
  userEndpoint.batchedWrite({
    method: 'POST',
    url: '/promos/redeem',
    access: 'signed_in',
    rate: 'money',
    summary: 'Redeem a promo code',
    description:
      'Coins are credited immediately; a multiplier applies to the next purchase; a trial extension applies immediately and requires an active trial. Errors, in order of precedence: unknown code, outside its window, insufficient budget, user not eligible, user has no uses left.',
    body: RedeemBody,
    reply: Redemption,
    errors: redeemRefusals,
    idempotent: true,
    batchesAtOnce: 1,
    example: { body: { code: 'WELCOME50' } },
    run: (ctx, items) => redeemMany(ctx, items),
  }),
];

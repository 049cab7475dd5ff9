import { type Static, Type } from 'typebox';
import { Id, Int, nullable } from '../../kit/http/schema.ts';
import { type ListedPackageRow, railAllows } from '../store/public.ts';

export const CreditablePackage = Type.Object(
  {
    id: Id,
    sku: Type.String(),
    coins: Int(),
    bonusCoins: Int(),
    priceCents: Type.Integer({ description: 'US cents' }),
    status: Type.String(),
    isSoldByRail: Type.Boolean({ description: 'Whether it is sold by the rail of the file' }),
  },
  { title: 'CreditablePackage' },
);

export const showPackage = (
  { id, sku, coins, bonusCoins, priceCents, status, rails }: ListedPackageRow,
  rail: string,
): Static<typeof CreditablePackage> => ({
  id,
  sku,
  coins,
  bonusCoins,
  priceCents,
  status,
  isSoldByRail: railAllows(rails, rail),
});

export const CreditBody = Type.Object({
  userId: Id,
  sku: Type.String({ minLength: 1, maxLength: 100, description: 'The package that was paid for' }),
  purchaseId: Type.Optional(Type.String({ format: 'uuid', description: 'The purchase that the app announced for it' })),
});
export type CreditBody = Static<typeof CreditBody>;

export const Credited = Type.Object({
  kind: Type.Literal('credited'),
  purchaseId: Id,
  coins: Type.Integer({ description: 'All that it brought, with the bonus and what a multiplier added' }),
  eventId: nullable(Id),
  balanceTotal: Int(),
});

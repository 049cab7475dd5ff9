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
    isSoldByRail: Type.Boolean({ description: 'Whether the package is sold by the rail of the file' }),
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
  sku: Type.String({ minLength: 1, maxLength: 100, description: 'SKU of the package that was paid' }),
  purchaseId: Type.Optional(Type.String({ format: 'uuid', description: 'The pending purchase that was paid' })),
});
export type CreditBody = Static<typeof CreditBody>;

export const Credited = Type.Object({
  kind: Type.Literal('credited'),
  purchaseId: Id,
  coins: Type.Integer({ description: 'Total coins credited, including bonus and multiplier' }),
  eventId: nullable(Id),
  balanceTotal: Int(),
});

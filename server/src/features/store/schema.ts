import { type Static, Type } from 'typebox';
import { Currency, Id, Int, messageFor, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { hasPermission } from '../access/public.ts';
import {
  maxCoins,
  maxPriceCents,
  maxRails,
  packageStatuses,
  railFilterPattern,
  railPattern,
  railsPattern,
} from './rules.ts';

const PriceCents = { description: 'US cents' };

export const CoinPackage = Type.Object(
  {
    id: Id,
    sku: Type.String(),
    coins: Int(),
    bonusCoins: Int(),
    priceCents: Type.Integer(PriceCents),
    currency: Type.String({ description: 'Display currency; the price is in US cents regardless' }),
    rails: Type.Array(Type.String(), { description: 'Payment rails that sell the package' }),
    status: oneOf(packageStatuses),
    inUse: Type.Boolean({ description: 'Whether any purchase refers to it; it can then be paused but not deleted' }),
    revision: Int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
  },
  { title: 'CoinPackage' },
);

interface Viewer {
  readonly permissions: readonly string[];
}

function allowedTo({ permissions }: Viewer, { status, inUse }: ListedPackageRow): string[] {
  if (!hasPermission(permissions, 'pricing:write')) return [];
  return ['update', status === 'active' ? 'pause' : 'resume', ...(inUse ? [] : ['delete'])];
}

export const showPackage = (row: ListedPackageRow, viewer: Viewer) => ({ ...row, allowed: allowedTo(viewer, row) });

export const StorePackage = Type.Object(
  {
    id: Id,
    sku: Type.String({ description: 'Product id at the stores' }),
    coins: Int(),
    bonusCoins: Int(),
    priceCents: Type.Integer(PriceCents),
    currency: Type.String({ description: 'Currency of `priceCents`: always USD' }),
    displayCurrency: Type.String({
      description: 'Display currency: that of the viewer’s country, or the package’s if unknown',
    }),
  },
  { title: 'StorePackage' },
);

const railWords =
  'must be ios_store, android_store, card_web, or localwallet_, mobilemoney_ or vas_ and the name of a provider';
export const Rail = (description: string) =>
  Type.String({ maxLength: 60, pattern: railPattern, ...messageFor(railWords), description });
/** For the filters of lists. */
export const RailFilter = Type.String({
  maxLength: 60,
  pattern: railFilterPattern,
  ...messageFor(`${railWords}, or the beginning of such a name up to _ and *`),
});
const AllowedRail = Type.String({ maxLength: 60, pattern: railsPattern, ...messageFor(`${railWords} or *`) });

export const packageQuery = {
  q: Type.Optional(Type.String({ maxLength: 100, description: 'Any part of the SKU' })),
  status: Type.Optional(oneOf(packageStatuses)),
  rail: Type.Optional({ ...AllowedRail, description: 'Packages that can be paid with this rail' }),
};
export const storeQuery = { rail: Type.Optional(Rail('Payment rail of the viewer; default: all packages')) };

const fields = {
  coins: Int({ minimum: 1, maximum: maxCoins }),
  bonusCoins: Int({ minimum: 0, maximum: maxCoins }),
  priceCents: Type.Integer({ minimum: 0, maximum: maxPriceCents, ...PriceCents }),
  currency: Currency,
  rails: Type.Array(AllowedRail, { minItems: 1, maxItems: maxRails, uniqueItems: true }),
  status: oneOf(packageStatuses),
};
const note = Type.Optional(Type.String({ maxLength: 500, description: 'Reason; kept in the audit log' }));
const Sku = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[A-Za-z0-9][\\w.-]*$',
  ...messageFor('must be letters, digits, dots, hyphens and underscores'),
});

const { bonusCoins, status, ...required } = fields;
export const CreatePackageBody = Type.Object({
  sku: Sku,
  ...required,
  bonusCoins: Type.Optional(bonusCoins),
  status: Type.Optional(status),
  note,
});
export const UpdatePackageBody = Type.Partial(Type.Object({ sku: Sku, ...fields, note }));

/** `inUse` is whether a purchase refers to it. */
export type ListedPackageRow = Omit<Static<typeof CoinPackage>, 'allowed'>;

export type PackageRow = Omit<ListedPackageRow, 'inUse'>;

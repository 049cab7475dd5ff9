import { holds } from '../access/public.ts';

/** The targets that have a name, and what a reader must hold to see it. */
const nameSeenWith = {
  user: 'users:read',
  series: 'catalog:read',
  episode: 'catalog:read',
  media_asset: 'catalog:read',
  admin: 'audit:read',
  role: 'audit:read',
  market: 'audit:read',
  pricing_override: 'pricing:read',
  purchase: 'payments:read',
  refund: 'payments:read',
  reconciliation: 'payments:read',
  coin_package: 'pricing:read',
  collection: 'curation:read',
  rail: 'curation:read',
  promo: 'pricing:read',
  segment: 'pricing:read',
  subscription_product: 'pricing:read',
  push_campaign: 'push:read',
} as const;

/** The types of targets whose names a reader may see. */
export const namedTargetTypes = (permissions: readonly string[]): string[] =>
  Object.entries(nameSeenWith).flatMap(([type, permission]) => (holds(permissions, permission) ? [type] : []));

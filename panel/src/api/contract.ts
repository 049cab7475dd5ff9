/** GENERATED from contract/openapi.json by panel/tools/contract.mjs: do not edit. */
// biome-ignore-all format: printed by a program
// biome-ignore-all lint: printed by a program


/** The admins' operations that take an Idempotency-Key: with the same one they are done once, however often they are sent. */
export const keyedOperations: ReadonlySet<string> = new Set([
  'POST /v1/admin/admins/{id}/clear-second-factor',
  'POST /v1/admin/approvals/{id}/approve',
  'DELETE /v1/admin/episodes/{id}',
  'DELETE /v1/admin/roles/{id}',
  'POST /v1/admin/series',
  'DELETE /v1/admin/series/{id}',
  'POST /v1/admin/series/{id}/episodes',
  'POST /v1/admin/users/{id}/anonymize',
  'POST /v1/admin/users/{id}/comp-subscription',
  'POST /v1/admin/users/{id}/wallet/adjust',
]);

/** The permissions that there are. */
export const permissions = [
  '*',
  'catalog:read',
  'catalog:write',
  'catalog:delete',
  'publishing:read',
  'publishing:write',
  'curation:read',
  'curation:write',
  'users:read',
  'users:ban',
  'users:anonymize',
  'wallet:read',
  'wallet:adjust',
  'payments:read',
  'payments:refund',
  'payments:refund_request',
  'pricing:read',
  'pricing:write',
  'analytics:read',
  'moderation:read',
  'moderation:write',
  'push:read',
  'push:write',
  'system:read',
  'system:write',
  'audit:read',
] as const;
export type Permission = (typeof permissions)[number];

/** The reads that ask for a permission, and those of which any one is enough. */
export const readPermissions: Readonly<Record<string, readonly Permission[]>> = {
  '/v1/admin/admins': ['*'],
  '/v1/admin/admins/{id}': ['*'],
  '/v1/admin/audit-log': ['audit:read'],
  '/v1/admin/audit-log/{id}': ['audit:read'],
  '/v1/admin/cron': ['system:read'],
  '/v1/admin/episodes/{id}': ['catalog:read'],
  '/v1/admin/free-series': ['curation:read'],
  '/v1/admin/ledger/events/{eventId}': ['wallet:read'],
  '/v1/admin/media/assets': ['catalog:read'],
  '/v1/admin/media/assets/{id}': ['catalog:read'],
  '/v1/admin/outbox': ['system:read'],
  '/v1/admin/pricing/config': ['pricing:read'],
  '/v1/admin/pricing/explain': ['pricing:read'],
  '/v1/admin/pricing/heat-map': ['pricing:read'],
  '/v1/admin/pricing/overrides': ['pricing:read'],
  '/v1/admin/pricing/overrides/{id}': ['pricing:read'],
  '/v1/admin/pricing/series': ['pricing:read'],
  '/v1/admin/publishing/reviewers': ['catalog:read'],
  '/v1/admin/roles': ['*'],
  '/v1/admin/roles/{id}': ['*'],
  '/v1/admin/schedules': ['publishing:read'],
  '/v1/admin/series': ['catalog:read'],
  '/v1/admin/series/{id}': ['catalog:read'],
  '/v1/admin/series/{id}/episodes': ['catalog:read'],
  '/v1/admin/subscription-products': ['pricing:read'],
  '/v1/admin/subscription-products/{id}': ['pricing:read'],
  '/v1/admin/users': ['users:read'],
  '/v1/admin/users/{id}': ['users:read'],
  '/v1/admin/users/{id}/ledger': ['wallet:read'],
  '/v1/admin/users/{id}/ledger/proof': ['wallet:read'],
  '/v1/admin/users/{id}/notes': ['users:read'],
  '/v1/admin/users/{id}/timeline': ['users:read'],
  '/v1/admin/users/{id}/unlocks': ['wallet:read'],
  '/v1/admin/users/{id}/watch-history': ['users:read'],
  '/v1/admin/webhooks': ['system:read'],
};

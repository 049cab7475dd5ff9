/** GENERATED from contract/openapi.json by panel/tools/contract.mjs: do not edit. */
// biome-ignore-all format: printed by a program
// biome-ignore-all lint: printed by a program


/** The operations that take an Idempotency-Key: with the same one they are done once, however often they are sent. */
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

/** The permissions that the operations ask for. */
export const permissions = [
  '*',
  'audit:read',
  'catalog:delete',
  'catalog:read',
  'catalog:write',
  'pricing:read',
  'pricing:write',
  'publishing:read',
  'publishing:write',
  'system:read',
  'system:write',
  'users:anonymize',
  'users:ban',
  'users:read',
  'wallet:adjust',
  'wallet:read',
] as const;
export type Permission = (typeof permissions)[number];

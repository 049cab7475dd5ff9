/**
 * Who may call what, copied by hand from the specification and the contract, not from the code: this is what the code
 * is measured against. A route that is not named here is held to what its own entry in the OpenAPI document says.
 */

export const contractPermissions: readonly string[] = [
  ...['catalog:read', 'catalog:write', 'catalog:delete', 'publishing:read', 'publishing:write'],
  ...['curation:read', 'curation:write', 'users:read', 'users:ban', 'users:anonymize', 'wallet:read', 'wallet:adjust'],
  ...['payments:read', 'payments:refund', 'payments:refund_request', 'pricing:read', 'pricing:write'],
  ...['analytics:read', 'system:write', 'moderation:read', 'moderation:write', 'push:read', 'push:write'],
  ...['system:read', 'audit:read'],
];

export const contractRoles: Readonly<Record<string, readonly string[]>> = {
  superadmin: ['*'],
  content_manager: [
    ...['catalog:read', 'catalog:write', 'catalog:delete', 'publishing:read', 'publishing:write', 'curation:read'],
    ...['curation:write', 'push:read', 'push:write', 'pricing:read', 'analytics:read'],
  ],
  moderator: ['moderation:read', 'moderation:write', 'users:read', 'users:ban', 'catalog:read'],
  support: [
    ...['users:read', 'users:ban', 'wallet:read', 'wallet:adjust', 'payments:read', 'payments:refund_request'],
    ...['moderation:read', 'catalog:read'],
  ],
  analyst: ['analytics:read', 'catalog:read', 'publishing:read', 'curation:read', 'pricing:read'],
  finance: [
    ...['payments:read', 'payments:refund', 'payments:refund_request', 'wallet:read', 'wallet:adjust', 'users:read'],
    ...['pricing:read', 'pricing:write', 'analytics:read', 'audit:read'],
  ],
};

/** One who must reset the password reaches these and nothing else behind the admins' guard. */
export const allowedBeforeReset: ReadonlySet<string> = new Set([
  'GET /v1/admin/admins/me',
  'POST /v1/admin/auth/change-password',
  'POST /v1/admin/auth/logout',
]);

/** `open` needs no credential of a person, though a webhook needs its signature; `me` is for whoever is signed in. */
const table = `
POST /auth/guest open
POST /auth/register open
POST /auth/login open
POST /auth/token open
GET /flags open
GET /demo open
POST /subscriptions/webhook/:rail open
POST /admin/media/webhook/video-stream open
POST /admin/auth/login open
POST /admin/auth/change-password me
POST /admin/auth/logout me
POST /admin/auth/totp/enroll me
POST /admin/auth/totp/confirm me
POST /admin/auth/totp/disable me
GET /admin/admins/me me
GET /admin/admins *
GET /admin/admins/:id *
POST /admin/admins *
PUT /admin/admins/:id *
DELETE /admin/admins/:id *
POST /admin/admins/:id/force-logout *
POST /admin/admins/:id/reset-password *
POST /admin/admins/:id/clear-second-factor *
GET /admin/roles *
GET /admin/roles/:id *
POST /admin/roles *
PUT /admin/roles/:id *
DELETE /admin/roles/:id *
GET /admin/alerts analytics:read|payments:read|pricing:read
GET /admin/alerts/:id analytics:read|payments:read|pricing:read
POST /admin/alerts/:id/acknowledge system:write|payments:refund
GET /admin/audit-log audit:read
GET /admin/audit-log/:id audit:read
POST /admin/audit-log/:id/undo audit:read
POST /admin/media/uploads/direct catalog:write
POST /admin/media/uploads/image catalog:write
POST /admin/media/captions catalog:write
GET /admin/media/assets catalog:read
GET /admin/media/assets/:id catalog:read
POST /admin/media/assets/:id/retry catalog:write
DELETE /admin/media/assets/:id catalog:delete
GET /admin/series catalog:read
POST /admin/series catalog:write
GET /admin/series/:id catalog:read
PUT /admin/series/:id catalog:write
DELETE /admin/series/:id catalog:delete
GET /admin/series/:id/episodes catalog:read
POST /admin/series/:id/episodes catalog:write
PUT /admin/series/:id/episodes/order catalog:write
GET /admin/episodes/:id catalog:read
PUT /admin/episodes/:id catalog:write
DELETE /admin/episodes/:id catalog:delete
PUT /admin/episodes/:id/media catalog:write
POST /admin/series/:id/workflow publishing:write
POST /admin/episodes/:id/workflow publishing:write
GET /admin/schedules publishing:read
POST /admin/schedules publishing:write
POST /admin/schedules/bulk publishing:write
PUT /admin/schedules/:id publishing:write
DELETE /admin/schedules/:id publishing:write
POST /admin/schedules/:id/retry publishing:write
GET /admin/users users:read
GET /admin/users/:id users:read
GET /admin/users/:id/ledger wallet:read
GET /admin/users/:id/ledger/proof wallet:read
GET /admin/ledger/events/:id wallet:read
GET /admin/users/:id/purchases payments:read
GET /admin/users/:id/watch-history users:read
GET /admin/users/:id/timeline users:read
POST /admin/users/:id/wallet/adjust wallet:adjust
POST /admin/users/:id/devices/logout-all users:ban
GET /admin/users/:id/notes users:read
POST /admin/users/:id/notes users:read
DELETE /admin/users/:id/notes/:id users:read
POST /admin/users/:id/comp-subscription users:ban
POST /admin/users/:id/suspend users:ban
POST /admin/users/:id/ban users:ban
POST /admin/users/:id/reactivate users:ban
POST /admin/users/:id/anonymize users:anonymize
POST /admin/users/:id/strikes moderation:write
DELETE /admin/users/:id/strikes/:id moderation:write
GET /admin/moderation/comments moderation:read
GET /admin/moderation/comments/:id moderation:read
GET /admin/moderation/summary moderation:read
POST /admin/moderation/comments/:id/hide moderation:write
POST /admin/moderation/comments/:id/restore moderation:write
POST /admin/moderation/comments/:id/delete moderation:write
POST /admin/moderation/comments/:id/resolve moderation:write
GET /admin/moderation/reports moderation:read
POST /admin/moderation/reports/:id/resolve moderation:write
GET /admin/payments/transactions payments:read
GET /admin/payments/transactions/:id payments:read
GET /admin/payments/transactions/export.csv payments:read
GET /admin/payments/transactions/totals payments:read
POST /admin/payments/reconciliation payments:read
POST /admin/refunds payments:refund|payments:refund_request
GET /admin/refunds payments:read
GET /admin/refunds/:id payments:read
POST /admin/refunds/:id/reject payments:refund
GET /admin/pricing/config pricing:read
PUT /admin/pricing/config pricing:write
GET /admin/pricing/explain pricing:read
POST /admin/pricing/overrides pricing:write
PUT /admin/pricing/overrides/:id pricing:write
DELETE /admin/pricing/overrides/:id pricing:write
GET /admin/coin-packages pricing:read
GET /admin/coin-packages/:id pricing:read
POST /admin/coin-packages pricing:write
PUT /admin/coin-packages/:id pricing:write
DELETE /admin/coin-packages/:id pricing:write
GET /admin/promos pricing:read
GET /admin/promos/:id pricing:read
POST /admin/promos pricing:write
PUT /admin/promos/:id pricing:write
DELETE /admin/promos/:id pricing:write
GET /admin/segments pricing:read
POST /admin/segments pricing:write
PUT /admin/segments/:id pricing:write
DELETE /admin/segments/:id pricing:write
GET /admin/subscription-products pricing:read
POST /admin/subscription-products pricing:write
PUT /admin/subscription-products/:id pricing:write
GET /admin/subscriptions payments:read
GET /admin/economy analytics:read|payments:read|pricing:read
GET /admin/collections curation:read
GET /admin/collections/:id curation:read
GET /admin/collections/:id/preview curation:read
POST /admin/collections curation:write
PUT /admin/collections/:id curation:write
DELETE /admin/collections/:id curation:write
PUT /admin/collections/:id/items curation:write
GET /admin/rails curation:read
POST /admin/rails curation:write
PUT /admin/rails/reorder curation:write
PUT /admin/rails/:id curation:write
DELETE /admin/rails/:id curation:write
GET /admin/feed-preview curation:read
GET /admin/feed-preview/stops curation:read
GET /admin/feed-preview/empty-rails curation:read
GET /admin/preview-reel curation:read
PUT /admin/preview-reel curation:write
GET /admin/free-series curation:read
PUT /admin/free-series curation:write
DELETE /admin/free-series/:date curation:write
POST /admin/free-series/generate-auto curation:write
GET /admin/analytics/overview analytics:read
GET /admin/analytics/revenue analytics:read
GET /admin/analytics/content analytics:read
GET /admin/analytics/content/series/:id analytics:read
GET /admin/analytics/funnel analytics:read
POST /admin/analytics/rollup analytics:read|system:write
GET /admin/approvals me
GET /admin/approvals/:id me
POST /admin/approvals/:id/approve me
POST /admin/approvals/:id/reject me
POST /admin/approvals/:id/cancel me
GET /admin/push/campaigns push:read
POST /admin/push/campaigns push:write
GET /admin/push/campaigns/:id push:read
PUT /admin/push/campaigns/:id push:write
POST /admin/push/campaigns/:id/send push:write
POST /admin/push/campaigns/:id/cancel push:write
POST /admin/push/campaigns/:id/test push:write
GET /admin/flags system:read
PUT /admin/flags system:write
GET /admin/cron system:read
POST /admin/cron/:job/run system:write
PUT /admin/cron/:job system:write
GET /admin/webhooks system:read
POST /admin/webhooks/:id/replay system:write`;

export type Access =
  | { readonly guard: 'open' }
  | { readonly guard: 'user' }
  /** Any one of the permissions is enough; none are named where it is enough to be signed in. */
  | { readonly guard: 'admin'; readonly anyOf: readonly string[] };

const nameless = (url: string): string => url.replace(/:\w+|\{\w+\}/g, ':');

function accessOf(word: string): Access {
  if (word === 'open') return { guard: 'open' };
  return { guard: 'admin', anyOf: word === 'me' ? [] : word.split('|') };
}

const listed: ReadonlyMap<string, Access> = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [method = '', path = '', word = ''] = line.split(' ');
      return [`${method} ${nameless(`/v1${path}`)}`, accessOf(word)];
    }),
);

/** Every route of the specification and of the contract, whatever its parameters are called. */
export const contractRoutes: readonly string[] = [...listed.keys()];
export const contractName = (method: string, url: string): string => `${method} ${nameless(url)}`;

/** What the contract says about a route; undefined for an admin route that it leaves to the document. */
export function contractAccess(method: string, url: string): Access | undefined {
  const named = listed.get(contractName(method, url));
  if (named || url.startsWith('/v1/admin/')) return named;
  // Section 11: a user's token, unless said otherwise.
  return { guard: 'user' };
}

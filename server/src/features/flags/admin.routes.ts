import { Type } from 'typebox';
import type { Db } from '../../kit/db/database.ts';
import { notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { isId } from '../../kit/http/schema.ts';
import { type Admin, adminEndpoint, hasPermission } from '../access/public.ts';
import { findUser, isKnownDevice } from '../users/public.ts';
import { editFlags } from './actions.ts';
import { decisionOf } from './rules.ts';
import { decisionQuery, FlagDecision, Flags, FlagsBody } from './schema.ts';
import { findRevision, listFlags } from './sql.ts';

async function showFlags(db: Db, { permissions }: Admin) {
  return {
    flags: Object.fromEntries(await listFlags(db)),
    revision: await findRevision(db),
    allowed: hasPermission(permissions, 'system:write') ? ['update'] : [],
  };
}

export const flagRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/flags',
    access: ['system:read'],
    summary: 'Read all flags',
    description: 'A flag is on, off, or on for a percentage of users or devices, in all markets or in the listed ones.',
    reply: Flags,
    example: {},
    run: ({ db, caller }) => showFlags(db, caller),
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/flags/:key/decision',
    access: ['system:read'],
    summary: 'Evaluate a flag for a user or a device',
    description: 'Evaluated as in the app: by the market and the bucket of the id. The market defaults to the user’s.',
    params: { key: Type.String({ maxLength: 100 }) },
    query: decisionQuery,
    reply: FlagDecision,
    errors: [notFound],
    example: { params: { key: 'public_paywall' }, query: { id: '01930000-0000-7000-8000-000000000011' } },
    run: async ({ db, caller }, { params: { key }, query }) => {
      const flag = (await listFlags(db, key)).get(key) ?? refuse(notFound);
      const id = query.id.trim();
      const user = isId(id.toLowerCase()) ? await findUser(db, id.toLowerCase()) : undefined;
      const market = query.market?.toUpperCase() ?? user?.countryCode ?? null;
      const displayName = user && hasPermission(caller.permissions, 'users:read') ? user.displayName : null;
      const decision = decisionOf(key, flag, user?.id ?? id, market);
      const isKnown = user !== undefined || (await isKnownDevice(db, id));
      return { ...decision, isKnown, market, user: user ? { id: user.id, displayName } : null };
    },
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/flags',
    access: ['system:write'],
    summary: 'Set flags',
    description:
      'Sets the given flags; `null` deletes a flag; other flags are unchanged. A user is in the same bucket on every device: the first 32 bits of SHA-256(`key:userOrDeviceId`) as a number, modulo 100. The flag is on if the bucket is below the percentage.',
    body: FlagsBody,
    reply: Flags,
    example: {
      body: { flags: { public_new_player: { enabled: true, percentage: 25, markets: ['ID'] }, old_one: null } },
    },
    run: async (ctx, { body: { flags } }) => {
      await editFlags(ctx, flags);
      return showFlags(ctx.tx, ctx.caller);
    },
  }),
];

import type { Db } from '../../kit/db/database.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { type Admin, adminEndpoint, holds } from '../access/public.ts';
import { editFlags } from './actions.ts';
import { Flags, FlagsBody } from './schema.ts';
import { findRevision, listFlags } from './sql.ts';

async function showFlags(db: Db, { permissions }: Admin) {
  return {
    flags: Object.fromEntries(await listFlags(db)),
    revision: await findRevision(db),
    allowed: holds(permissions, 'system:write') ? ['update'] : [],
  };
}

export const flagRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/flags',
    may: ['system:read'],
    summary: 'Read all flags',
    description: 'A flag is on or off, or on for a percentage of users or devices, in all markets or in those named.',
    reply: Flags,
    budget: 2,
    example: {},
    run: ({ db, caller }) => showFlags(db, caller),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/flags',
    may: ['system:write'],
    summary: 'Set flags',
    description:
      'Those that are named are set, `null` deletes one, all others stay. Viewers in whose bucket it falls are the same on every device: the first 32 bits of SHA-256(`key:userOrDeviceId`) as a number, modulo 100, is below the percentage.',
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

import { Type } from 'typebox';
import { refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { oneOf, wholeList } from '../../kit/http/schema.ts';
import { adminEndpoint, insufficientPermissions } from '../access/public.ts';
import { type ApprovalKind, ApprovalKinds, mayRequest } from './kinds.ts';
import type { ApprovalPorts } from './ports.ts';
import { Deciders } from './schema.ts';

const most = 50;

/** Whom one who asks may turn to. */
export const deciderRoutes = (
  registered: readonly ApprovalKind[],
  ports: Pick<ApprovalPorts, 'listHolders'>,
): Endpoint[] => {
  const kinds = new ApprovalKinds(registered);
  return [
    adminEndpoint({
      method: 'GET',
      url: '/admin/approvals/deciders',
      access: 'signed_in',
      summary: 'List other admins who may decide a kind of request',
      description:
        'Active admins who may approve or reject, except the caller, because nobody decides their own request. With `targetId`, also except the admin whom the request is about. Available to those who may request or decide this kind.',
      query: {
        kind: oneOf(kinds.names),
        targetId: Type.Optional(Type.String({ maxLength: 200, description: 'Id of the target' })),
      },
      reply: Deciders,
      errors: [insufficientPermissions],
      example: { query: { kind: kinds.names[0] ?? '' } },
      run: async ({ db, caller }, { query }) => {
        const kind = kinds.find(query.kind);
        if (!kind || !(mayRequest(kind, caller) || kinds.mayDecide(kind.kind, caller))) {
          return refuse(insufficientPermissions, { required: [...(kind?.requesters ?? [])] });
        }
        const { permission, roles = null } = kind.deciders;
        const leftOut = [caller.id, query.targetId?.toLowerCase()];
        const holders = await ports.listHolders(db, permission, most + leftOut.length, roles);
        return wholeList(holders.filter(({ id }) => !leftOut.includes(id)).slice(0, most));
      },
    }),
  ];
};

import { invalidTransition } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import { acknowledge } from './actions.ts';
import { evidenceOf } from './evidence.ts';
import { acknowledgePermissions, kinds, kindsFor, readPermissions } from './rules.ts';
import { AcknowledgeBody, Alert, AlertDetail, alertQuery, showAlert } from './schema.ts';
import { findAlert, listAlerts } from './sql.ts';

const params = { id: Id };
const exampleAlert = { id: '01930000-0000-7000-8000-0000000000b8' };

/** Which kinds take more than it takes to come here. */
const narrower = Object.entries(kinds)
  .filter(([, { shownTo }]) => shownTo !== readPermissions)
  .map(([kind, { shownTo }]) => `${kind} takes ${shownTo.map((permission) => `\`${permission}\``).join(' or ')}`)
  .join(', ');

export const alertRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/alerts',
    access: [...readPermissions],
    summary: 'List alerts, newest first',
    description: `What is unusual in the service’s own figures, and was. A job looks every five minutes, opens one alert for each \`kind\` and \`subject\` while it lasts, and resolves it when it is over. Some kinds are left out for who holds too little: ${narrower}.`,
    query: alertQuery,
    item: Alert,
    sort: byNewest('createdAt', 'l'),
    example: { query: { status: 'open,acknowledged' } },
    list: (db, given, keyset, { caller }) => listAlerts(db, kindsFor(caller.permissions), given, keyset),
    show: showAlert,
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/alerts/:id',
    access: [...readPermissions],
    summary: 'Read one alert with its evidence',
    description:
      'The figures hour by hour, and the rows that made it, as far as the caller may read those: movements of coins take `wallet:read`, names of users `users:read`. One of a kind that the caller does not see is not found.',
    params,
    reply: AlertDetail,
    example: { params: exampleAlert },
    target: (db, { id }, { permissions }) => findAlert(db, id, kindsFor(permissions)),
    run: async ({ db, caller }, { target }) => ({
      ...showAlert(target, caller),
      evidence: await evidenceOf(db, target, caller),
    }),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/alerts/:id/acknowledge',
    access: [...acknowledgePermissions],
    summary: 'Acknowledge an alert',
    description:
      'Says that someone has seen it and looks into it, with a note. It takes `system:write` or `payments:refund`, so that those who only read figures leave it to others. It lasts until what it is about is over; one that is acknowledged or resolved is refused.',
    params,
    body: AcknowledgeBody,
    reply: Alert,
    errors: [invalidTransition],
    example: { params: exampleAlert, body: { note: 'The launch in Egypt, as planned' } },
    target: (db, { id }, { permissions }) => findAlert(db, id, kindsFor(permissions)),
    run: async (ctx, { params: { id }, body: { note = null } }) =>
      showAlert(await acknowledge(ctx, id, note), ctx.caller),
  }),
];

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

/** Kinds that require other permissions than the endpoint. */
const narrower = Object.entries(kinds)
  .filter(([, { shownTo }]) => shownTo !== readPermissions)
  .map(([kind, { shownTo }]) => `${kind} requires ${shownTo.map((permission) => `\`${permission}\``).join(' or ')}`)
  .join(', ');

export const alertRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/alerts',
    access: [...readPermissions],
    summary: 'List alerts, newest first',
    description: `Current and past anomalies in the service’s own figures. A job checks every five minutes, opens one alert per \`kind\` and \`subject\` while the condition lasts, and resolves it afterwards. Some kinds are visible only with additional permissions: ${narrower}.`,
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
      'Hourly figures and the rows behind the alert. Coin movements require `wallet:read`, names of users `users:read`. An alert of a kind that the caller may not see is 404.',
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
      'Records, with a note, that somebody is investigating. Requires `system:write` or `payments:refund`. The acknowledgement lasts until the alert resolves; an alert that is acknowledged or resolved is refused.',
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

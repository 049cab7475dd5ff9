import type { Db } from '../../kit/db/database.ts';
import { invalidTransition, notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id, wholeList } from '../../kit/http/schema.ts';
import { adminEndpoint } from '../access/public.ts';
import { listHolders } from '../admins/public.ts';
import { ApprovalPending } from '../approvals/public.ts';
import * as audit from '../audit/public.ts';
import {
  exampleEpisode,
  exampleSeries,
  findEpisode,
  findSeries,
  showEpisodeWithFiles,
  showSeries,
} from '../catalog/public.ts';
import { requestRemoval } from './actions/remove.ts';
import { act } from './actions/workflow.ts';
import { items } from './items.ts';
import type { PublishingPorts } from './ports.ts';
import { type ItemType, itemTypes } from './rules.ts';
import { MovedEpisode, MovedSeries, Reviewers, removalQuery, SentBack, WorkflowBody } from './schema.ts';

const params = { id: Id };
const mostReviewers = 50;

/** Null if it became a draft in another way. */
async function findSentBack(db: Db, id: string) {
  const actions = ['series.send_back', 'series.restore', 'series.submit'];
  const last = await audit.findLastAct(db, { type: 'series', id }, actions);
  if (last?.action !== 'series.send_back') return null;
  return { note: last.reason, by: last.admin_name ?? last.admin_email, at: last.at };
}

const reviewerRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/publishing/reviewers',
    access: ['catalog:read'],
    summary: 'List admins who may publish',
    description: 'Active admins whose role may publish, send back and schedule.',
    reply: Reviewers,
    run: async ({ db }) => wholeList(await listHolders(db, 'publishing:write', mostReviewers)),
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/series/:id/sent-back',
    access: ['catalog:read'],
    summary: 'Read why a series was sent back to draft',
    description: 'Null unless the series is a draft that a reviewer sent back.',
    params,
    reply: SentBack,
    example: { params: exampleSeries },
    target: (db, { id }) => findSeries(db, id),
    run: async ({ db }, { target: { id, status } }) => ({
      sentBack: status === 'draft' ? await findSentBack(db, id) : null,
    }),
  }),
];

const workflowRoutes = (ports: PublishingPorts): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/series/:id/workflow',
    access: ['publishing:write'],
    summary: 'Change the state of a series',
    description:
      'Viewers see it once it is published; `unpublish` cancels its schedule. `submit`, `publish` and `unpublish` do not change its episodes. `send_back` returns reviewed, scheduled and published episodes to draft and cancels their schedules; `restore` does the same, also for archived episodes. `archive` archives published episodes, cancels the schedules of scheduled ones and returns those to review. `warnings` count the affected episodes, for `unpublish` those that stay scheduled, and name what viewers would miss; they do not prevent the change.',
    params,
    body: WorkflowBody,
    ifMatch: true,
    reply: MovedSeries,
    errors: [invalidTransition],
    example: { params: exampleSeries, body: { action: 'submit' } },
    target: (db, { id }) => findSeries(db, id),
    run: async (ctx, { params: { id }, body }) => {
      const warnings = [...(await act(ctx, ports, 'series', id, body))];
      const series = (await findSeries(ctx.tx, id)) ?? refuse(notFound);
      return { ...showSeries(series, ctx.caller), warnings };
    },
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/episodes/:id/workflow',
    access: ['publishing:write'],
    summary: 'Change the state of an episode',
    description:
      'Viewers see it once it and its series are published; `unpublish` cancels its schedule. `warnings` name what viewers would miss; they do not prevent the change.',
    params,
    body: WorkflowBody,
    ifMatch: true,
    reply: MovedEpisode,
    errors: [invalidTransition],
    example: { params: exampleEpisode, body: { action: 'submit' } },
    target: (db, { id }) => findEpisode(db, id),
    run: async (ctx, { params: { id }, body }) => {
      const warnings = [...(await act(ctx, ports, 'episode', id, body))];
      const episode = (await findEpisode(ctx.tx, id)) ?? refuse(notFound);
      return { ...(await showEpisodeWithFiles(ctx.tx, ports.files, episode, ctx.caller)), warnings };
    },
  }),
];

const removalRoute = (ports: PublishingPorts, type: ItemType): Endpoint =>
  adminEndpoint({
    method: 'DELETE',
    url: type === 'series' ? '/admin/series/:id' : '/admin/episodes/:id',
    access: ['catalog:delete'],
    idempotent: true,
    summary: `Request the deletion of ${type === 'series' ? 'a series with its episodes' : 'an episode'}`,
    description: 'In draft or archived; requires approval by another admin, who sees the `note`.',
    params,
    query: removalQuery,
    reply: ApprovalPending,
    errors: [invalidTransition],
    example: {
      params: type === 'series' ? exampleSeries : exampleEpisode,
      query: { note: 'Licence expired' },
    },
    target: (db, { id }) => items[type].find(db, id),
    run: (ctx, { params: { id }, query: { note } }) => requestRemoval(ctx, ports, type, id, note),
  });

export const publishingRoutes = (ports: PublishingPorts): Endpoint[] => [
  ...reviewerRoutes,
  ...workflowRoutes(ports),
  ...itemTypes.map((type) => removalRoute(ports, type)),
];

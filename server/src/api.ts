import { approvalEffectsOf } from './features/approvals/public.ts';
import { auditEffects, changeEffects, references } from './features/audit/public.ts';
import { ledgerEffects } from './features/ledger/public.ts';
import { Effects } from './kit/http/effects.ts';
import type { Endpoint } from './kit/http/endpoint.ts';
import { openApi } from './kit/http/openapi.ts';
import type { StreamRoute } from './kit/http/streams.ts';
import { auditPorts } from './ports.ts';

/** Properties of the API as a whole: title, tags, and the lists of effects. */

export const version = '0.1.0';

/** The lists of effects of dry runs and approvals. */
export const effectLists = [
  ledgerEffects,
  auditEffects,
  approvalEffectsOf([ledgerEffects, auditEffects, changeEffects]),
  changeEffects,
  references(auditPorts),
];
export const newEffects = (): Effects => new Effects(effectLists);

const tagOf = (url: string): string => {
  const [, , first = '', second = ''] = url.split('/');
  return first === 'admin' ? `admin: ${second}` : 'mobile';
};

const tags = [
  ['admin: admins', 'Admin accounts'],
  ['admin: alerts', 'Anomalies in the service’s own figures'],
  ['admin: approvals', 'Requests that need a second admin, and their decisions'],
  ['admin: audit-log', 'Changes made by admins and jobs'],
  ['admin: auth', 'Sign-in, sessions, passwords and second factors of admins'],
  ['admin: client-errors', 'Errors reported by the panel'],
  ['admin: coin-packages', 'Packages in which coins are sold'],
  ['admin: collections', 'Lists of series, manual or selected by a rule'],
  ['admin: cron', 'Scheduled jobs'],
  ['admin: analytics', 'Users, watching, unlocks, revenue and conversion'],
  ['admin: economy', 'Coins minted, burned and held'],
  ['admin: episodes', 'Episodes, their media and their workflow'],
  ['admin: exchange-rates', 'Exchange rates of currencies in US dollars, by day'],
  ['admin: feed-preview', 'The feed at any moment'],
  ['admin: flags', 'Feature flags, with percentage rollout'],
  ['admin: free-series', 'Calendar of series that are free for a day'],
  ['admin: genres', 'Genres and tropes in use'],
  ['admin: launches', 'Readiness of series that are about to go live'],
  ['admin: ledger', 'Double-entry coin movements'],
  ['admin: media', 'Videos, images and captions'],
  ['admin: moderation', 'Comments, reports and moderation decisions'],
  ['admin: outbox', 'Outgoing messages and dead letters'],
  ['admin: payments', 'Payments and their outcome'],
  ['admin: preview-reel', 'The series that the app opens with, by editorial score'],
  ['admin: pricing', 'Episode prices by market and time'],
  ['admin: push', 'Push campaigns, delivery reports and global settings'],
  ['admin: promos', 'Promo codes and redemptions'],
  ['admin: publishing', 'Admins who decide on content in review'],
  ['admin: rails', 'Collections shown on each surface of the app, in order'],
  ['admin: refunds', 'Refunds, executed or waiting for approval'],
  ['admin: roles', 'Roles and their permissions'],
  ['admin: schedules', 'Publishing schedules'],
  ['admin: saved-views', 'Saved filters of lists, private or shared with a role'],
  ['admin: segments', 'Groups of users defined by rules'],
  ['admin: series', 'Series and their workflow'],
  ['admin: subscriptions', 'Subscriptions of users'],
  ['admin: subscription-products', 'Products that users can subscribe to'],
  ['admin: surfaces', 'All rails of a surface with their content'],
  ['admin: users', 'Users of the app: search, detail, coins, status, notes'],
  ['admin: webhooks', 'Events received from providers'],
  ['mobile', 'Endpoints of the mobile app'],
  ['uploads', 'Resumable uploads with the tus protocol'],
].map(([name = '', description = '']) => ({ name, description }));

export const describeApi = (
  endpoints: readonly Endpoint[],
  streams: readonly StreamRoute[] = [],
): Record<string, unknown> =>
  openApi(
    endpoints,
    {
      title: 'Cliffhanger',
      description:
        'Admin API and mobile endpoints. Errors say in words what is wrong with a field or a file; requests with `Prefer: fault-codes` also get codes for it, so that a client can show texts of its own.',
      version,
      effects: effectLists,
      tagOf,
      tags,
      license: { name: 'UNLICENSED', identifier: 'LicenseRef-UNLICENSED' },
    },
    streams,
  );

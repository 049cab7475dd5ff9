import { approvalEffectsOf } from './features/approvals/public.ts';
import { auditEffects, changeEffects } from './features/audit/public.ts';
import { ledgerEffects } from './features/ledger/public.ts';
import { Effects } from './kit/http/effects.ts';
import type { Endpoint } from './kit/http/endpoint.ts';
import { openApi } from './kit/http/openapi.ts';
import type { StreamRoute } from './kit/http/streams.ts';

/** What the API as a whole says about itself: its name, its parts, and what a change can do. */

export const version = '0.1.0';

/** The lists that every dry run and every approval shows. */
export const effectLists = [
  ledgerEffects,
  auditEffects,
  approvalEffectsOf([ledgerEffects, auditEffects, changeEffects]),
  changeEffects,
];
export const newEffects = (): Effects => new Effects(effectLists);

const tagOf = (url: string): string => {
  const [, , first = '', second = ''] = url.split('/');
  return first === 'admin' ? `admin: ${second}` : 'mobile';
};

const tags = [
  ['admin: admins', 'Accounts of those who work in the panel'],
  ['admin: alerts', 'What is unusual in the service’s own figures'],
  ['admin: approvals', 'Acts that take two people: what was asked for, and its decision'],
  ['admin: audit-log', 'What admins and jobs have changed'],
  ['admin: auth', 'Sign-in, sessions, password and second factor of admins'],
  ['admin: client-errors', 'Faults that the panel reports of itself'],
  ['admin: coin-packages', 'What coins are sold in'],
  ['admin: collections', 'Lists of series, made by hand or by a rule'],
  ['admin: cron', 'Jobs that run by the clock'],
  ['admin: analytics', 'How many users there are, what they watch, unlock and pay, and how far they come'],
  ['admin: economy', 'How many coins were minted, burned and are held'],
  ['admin: episodes', 'Episodes, their files and their workflow'],
  ['admin: feed-preview', 'What viewers will see at any moment'],
  ['admin: flags', 'Switches of the app, for everyone or for a share'],
  ['admin: free-series', 'Which series is free on which day'],
  ['admin: genres', 'Genres and tropes of series'],
  ['admin: launches', 'The series that are about to go live, and what they lack'],
  ['admin: ledger', 'Movements of coins with both sides'],
  ['admin: media', 'Videos, images and captions'],
  ['admin: moderation', 'Comments, what was reported of them, and what was decided'],
  ['admin: outbox', 'Messages to the outside'],
  ['admin: payments', 'What users paid, and what came of it'],
  ['admin: preview-reel', 'The series that the app opens with'],
  ['admin: pricing', 'What episodes cost, where and when, and why'],
  ['admin: push', 'Push campaigns, what became of their messages, and what holds for all of them'],
  ['admin: promos', 'Promo codes, what they gave away and to whom'],
  ['admin: publishing', 'Who decides about what is in review'],
  ['admin: rails', 'Which collections each surface of the app shows, and in which order'],
  ['admin: refunds', 'What was given back of purchases, or waits for a second person'],
  ['admin: roles', 'Roles and their permissions'],
  ['admin: schedules', 'What is published when'],
  ['admin: segments', 'Groups of users by a rule'],
  ['admin: series', 'Series and their workflow'],
  ['admin: subscriptions', 'Who subscribes to what, and until when'],
  ['admin: subscription-products', 'What can be subscribed to'],
  ['admin: surfaces', 'The rails of a surface as a whole, with what viewers find in them'],
  ['admin: users', 'Users of the app: search, detail, coins, status, notes'],
  ['admin: webhooks', 'Events that providers sent'],
  ['mobile', 'What the app calls'],
  ['uploads', 'Resumable uploads by the TUS protocol'],
].map(([name = '', description = '']) => ({ name, description }));

export const describeApi = (
  endpoints: readonly Endpoint[],
  streams: readonly StreamRoute[] = [],
): Record<string, unknown> =>
  openApi(
    endpoints,
    {
      title: 'Cliffhanger',
      description: 'Admin API and mobile endpoints.',
      version,
      effects: effectLists,
      tagOf,
      tags,
      license: { name: 'UNLICENSED', identifier: 'LicenseRef-UNLICENSED' },
    },
    streams,
  );

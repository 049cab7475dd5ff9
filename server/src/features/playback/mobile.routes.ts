import { batchedCall } from '../../kit/db/batched-read.ts';
import { notFound, Refused, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { languageFor, languageHeaders } from '../catalog/public.ts';
import { userEndpoint } from '../users/public.ts';
import { entitle, type PlaybackPorts, saveMany, unsaveMany, type Wanted, watchMany } from './actions.ts';
import { episodeLocked } from './errors.ts';
import { latestWatch, showsPrompt } from './rules.ts';
import {
  exampleEpisode,
  exampleSeries,
  Playback,
  Save,
  showWatch,
  Watch,
  WatchBody,
  WatchEntry,
  watchHistoryQuery,
} from './schema.ts';
import { readSaves, readWatches } from './sql.ts';

const params = { id: Id };

export interface PlaybackUrls {
  stream(playbackId: string, viewerId: string): { readonly url: string; readonly expiresAt: Date };
  file(name: string, expiresAt: Date): string;
}

/** Judged together for everyone who asks at the same moment, by the time of the last of them. */
const playableBy = (ports: PlaybackPorts) =>
  batchedCall((database, asked: (Wanted & { readonly now: Date })[]) =>
    entitle(database.db, ports, asked, new Date(Math.max(...asked.map(({ now }) => now.getTime())))),
  );

const watchRoutes = (ports: PlaybackPorts, urls: PlaybackUrls, playable = playableBy(ports)): Endpoint[] => [
  userEndpoint({
    method: 'GET',
    url: '/episodes/:id/playback',
    access: 'signed_in',
    summary: 'Get the playback URL of an episode',
    description:
      'For viewers for whom the episode is free, free today, unlocked or covered by a subscription; others get the price. An episode without a ready video is 404. The URLs need no credential and return 403 after `expiresAt`, at most six hours from now; request new ones to continue.',
    params,
    reply: Playback,
    errors: [notFound, episodeLocked],
    example: { params: { id: exampleEpisode } },
    run: async ({ readBatched, caller, now }, { params: { id } }) => {
      const episode = await readBatched(playable, { viewer: caller, episodeId: id, now });
      if (episode instanceof Refused) throw episode;
      if (!episode || episode.playbackId === null) return refuse(notFound);
      const { playbackId, cliffhangerScore, captions } = episode;
      const { url, expiresAt } = urls.stream(playbackId, caller.id);
      return {
        episodeId: id,
        playbackId,
        url,
        expiresAt,
        captions: captions.map(({ lang, name }) => ({ lang, url: urls.file(name, expiresAt) })),
        promptAfter: showsPrompt(cliffhangerScore),
      };
    },
  }),
  userEndpoint.batchedWrite({
    method: 'POST',
    url: '/watch',
    access: 'signed_in',
    summary: 'Report watch progress',
    description:
      'Requests with the same episode and `startedAt` update one entry, even when the viewer may no longer start the episode; progress never decreases. `startedAt` may be at most 5 minutes ahead of the server’s clock.',
    body: WatchBody,
    reply: Watch,
    errors: [notFound, episodeLocked],
    example: {
      body: {
        episodeId: exampleEpisode,
        startedAt: '2026-11-01T19:00:00Z',
        endedAt: '2026-11-01T19:01:30Z',
        secondsWatched: 88,
        completed: true,
      },
    },
    run: (ctx, items) => watchMany(ctx, ports, items),
  }),
];

const ownRoutes: Endpoint[] = [
  userEndpoint.list({
    url: '/me/watch-history',
    access: 'signed_in',
    summary: 'List one’s own watch history, newest first',
    description:
      'One entry per start reported to `POST /v1/watch`. Titles are in the language of `lang`, the user, or `Accept-Language`.',
    query: watchHistoryQuery,
    headers: languageHeaders,
    item: WatchEntry,
    sort: latestWatch,
    cursorScope: ({ caller }) => ['my watches', caller.id],
    list: async (_db, { lang }, keyset, { caller, headers, readBatched }) => {
      const page = { userId: caller.id, keyset, language: languageFor(lang, caller, headers) };
      return (await readBatched(readWatches, page))?.rows ?? [];
    },
    show: showWatch,
  }),
  userEndpoint.batchedWrite({
    method: 'PUT',
    url: '/series/:id/save',
    access: 'signed_in',
    summary: 'Save a series for later',
    description: 'Saving a saved series again keeps the original time. Only published series can be saved.',
    params,
    reply: Save,
    example: { params: { id: exampleSeries } },
    run: saveMany,
  }),
  userEndpoint.batchedWrite({
    method: 'DELETE',
    url: '/series/:id/save',
    access: 'signed_in',
    status: 204,
    summary: 'Unsave a series',
    description: 'Idempotent: the response is the same if the series was not saved.',
    params,
    example: { params: { id: exampleSeries } },
    run: unsaveMany,
  }),
  userEndpoint.list({
    url: '/me/saves',
    access: 'signed_in',
    summary: 'List one’s own saved series, newest first',
    description: 'Ids and the time of saving; `GET /v1/series/{slugOrId}` returns the series themselves.',
    item: Save,
    sort: { field: 'savedAt', column: 'created_at', id: 'series_id', kind: 'time', order: 'desc' },
    cursorScope: ({ caller }) => ['saves', caller.id],
    list: async (_db, _filters, keyset, { caller, readBatched }) =>
      (await readBatched(readSaves, { userId: caller.id, keyset }))?.rows ?? [],
    show: ({ savedAt, ...row }) => ({ ...row, savedAt: new Date(savedAt) }),
  }),
];

export const playbackRoutes = (ports: PlaybackPorts, urls: PlaybackUrls): Endpoint[] => [
  ...watchRoutes(ports, urls),
  ...ownRoutes,
];

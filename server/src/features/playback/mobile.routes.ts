import { notFound, Refused, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { languageFor, languageHeaders } from '../catalog/public.ts';
import { userEndpoint } from '../users/public.ts';
import { entitle, type PlaybackPorts, saveMany, unsaveMany, watchMany } from './actions.ts';
import { episodeLocked } from './errors.ts';
import { latestWatch, showsPrompt } from './rules.ts';
import {
  exampleEpisode,
  exampleSeries,
  Playback,
  Save,
  Watch,
  WatchBody,
  WatchEntry,
  watchHistoryQuery,
} from './schema.ts';
import { listSaves, listWatches } from './sql.ts';

const params = { id: Id };

/** How what is kept about a file becomes an address that plays. */
export interface PlaybackUrls {
  stream(playbackId: string): string;
  file(name: string): string;
}

const watchRoutes = (ports: PlaybackPorts, urls: PlaybackUrls): Endpoint[] => [
  userEndpoint({
    method: 'GET',
    url: '/episodes/:id/playback',
    access: 'signed_in',
    summary: 'Get what plays an episode',
    description:
      'For viewers to whom the episode is free, free today, unlocked or covered by a subscription; others are told what it costs. Without a video that is ready it is not found.',
    params,
    reply: Playback,
    errors: [notFound, episodeLocked],
    example: { params: { id: exampleEpisode } },
    run: async ({ db, caller, now }, { params: { id } }) => {
      const [episode] = await entitle(db, ports, [{ viewer: caller, episodeId: id }], now);
      if (episode instanceof Refused) throw episode;
      if (!episode || episode.playbackId === null) return refuse(notFound);
      const { playbackId, cliffhangerScore, captions } = episode;
      return {
        episodeId: id,
        playbackId,
        url: urls.stream(playbackId),
        captions: captions.map(({ lang, name }) => ({ lang, url: urls.file(name) })),
        promptAfter: showsPrompt(cliffhangerScore),
      };
    },
  }),
  userEndpoint.batchedWrite({
    method: 'POST',
    url: '/watch',
    access: 'signed_in',
    summary: 'Tell how far one got in an episode',
    description:
      'Sent again for the same episode and startedAt, it goes on with the same entry, also once the viewer may no longer begin to watch it; nothing is taken back. The clock of the phone may be 5 minutes ahead.',
    body: WatchBody,
    reply: Watch,
    errors: [notFound, episodeLocked],
    // Twelve, with four before them where the viewer is found locked.
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
    summary: 'List what one watched, newest first',
    description:
      'Titles are in the language of `lang`, the user, or `Accept-Language`. What `POST /v1/watch` kept, one entry for each start.',
    query: watchHistoryQuery,
    headers: languageHeaders,
    item: WatchEntry,
    sort: latestWatch,
    cursorScope: ({ caller }) => ['my watches', caller.id],
    list: (db, { lang }, keyset, { caller, headers }) =>
      listWatches(db, caller.id, keyset, languageFor(lang, caller, headers)),
    show: (row) => row,
  }),
  userEndpoint.batchedWrite({
    method: 'PUT',
    url: '/series/:id/save',
    access: 'signed_in',
    summary: 'Save a series for later',
    description: 'Saved already, it keeps its first moment. Only published series can be saved.',
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
    summary: 'Take a series from those one saved',
    description: 'Answered the same where it was not saved.',
    params,
    example: { params: { id: exampleSeries } },
    run: unsaveMany,
  }),
  userEndpoint.list({
    url: '/me/saves',
    access: 'signed_in',
    summary: 'List the series that one saved, newest first',
    description: 'Gives ids and the moment of saving; `GET /v1/series/{slugOrId}` reads the series themselves.',
    item: Save,
    sort: { field: 'savedAt', column: 'created_at', id: 'series_id', kind: 'time', order: 'desc' },
    cursorScope: ({ caller }) => ['saves', caller.id],
    list: (db, _filters, keyset, { caller }) => listSaves(db, caller.id, keyset),
    show: (row) => row,
  }),
];

export const playbackRoutes = (ports: PlaybackPorts, urls: PlaybackUrls): Endpoint[] => [
  ...watchRoutes(ports, urls),
  ...ownRoutes,
];

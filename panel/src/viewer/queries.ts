import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from './session.ts';

/** What the app reads. A change of market or language asks for everything anew. */

export const storeRail = 'card_web';

export type Surface = 'for_you' | 'discover';

export const feedQuery = (surface: Surface) =>
  queryOptions({
    queryKey: ['feed', surface],
    queryFn: () => dataOf(client.GET('/v1/feed', { params: { query: { surface } } })),
  });

export const seriesQuery = (slugOrId: string) =>
  queryOptions({
    queryKey: ['series', slugOrId],
    queryFn: () => dataOf(client.GET('/v1/series/{slugOrId}', { params: { path: { slugOrId } } })),
  });

export const playbackQuery = (id: string) =>
  queryOptions({
    queryKey: ['playback', id],
    queryFn: () => dataOf(client.GET('/v1/episodes/{id}/playback', { params: { path: { id } } })),
  });

export const quoteQuery = (id: string) =>
  queryOptions({
    queryKey: ['quote', id],
    queryFn: () => dataOf(client.POST('/v1/episodes/{id}/unlock/quote', { params: { path: { id } } })),
    staleTime: 0,
  });

export const walletQuery = queryOptions({
  queryKey: ['wallet'],
  queryFn: () => dataOf(client.GET('/v1/wallet')),
});

export const packagesQuery = queryOptions({
  queryKey: ['packages'],
  queryFn: () => dataOf(client.GET('/v1/store/packages', { params: { query: { rail: storeRail } } })),
});

export const commentsQuery = (episodeId: string) =>
  queryOptions({
    queryKey: ['comments', episodeId],
    queryFn: () => dataOf(client.GET('/v1/comments/preview', { params: { query: { episodeId, limit: 20 } } })),
  });

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => dataOf(client.GET('/v1/me')),
});

export const savesQuery = queryOptions({
  queryKey: ['saves'],
  queryFn: () => dataOf(client.GET('/v1/me/saves', { params: { query: { limit: 200 } } })),
});

import { type CatalogParts, noParts } from './features/catalog/public.ts';
import { type MediaParts, mediaForCatalog } from './features/media/public.ts';
import { freeEpisode, freeToday, type PlaybackParts, subscribed } from './features/playback/public.ts';

/** What features bring to others that come before them and do not know them. */

type Outside = Pick<MediaParts, 'video' | 'files'>;

export const catalogPartsOf = (media: Outside): CatalogParts => ({ ...noParts, ...mediaForCatalog(media) });

export const playbackPartsOf = (
  { defaultCoinsPerEpisode }: { defaultCoinsPerEpisode: number },
  { findFreeToday }: Pick<CatalogParts, 'findFreeToday'>,
): PlaybackParts => ({
  entitlements: [freeEpisode, freeToday(findFreeToday), subscribed],
  priceOf: async () => defaultCoinsPerEpisode,
});

export const playbackUrlsOf = ({ video, files }: Outside) => ({
  stream: (playbackId: string) => video.streamUrl(playbackId),
  file: (name: string) => files.urlOf(name),
});

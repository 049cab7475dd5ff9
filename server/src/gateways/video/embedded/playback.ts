import { notFound, refuse } from '../../../kit/errors.ts';
import type { StreamRoute } from '../../../kit/http/streams.ts';
import type { Links } from '../../files/links.ts';
import { readableByPages, serveFile } from '../../files/serve.ts';
import type { StoredFile } from '../../files/storage.ts';
import type { Format } from './probed.ts';
import type { VideoStore } from './video-store.ts';

/** Serves the files of a video to holders of a link to its folder, so that playlists lead to segments by the same link. */

/** The object that links to a video are signed for. */
export const linkedFolder = (playbackId: string): string => `videos/${playbackId}`;

const videoTypes: Readonly<Record<Format, string>> = { mp4: 'video/mp4', mov: 'video/quicktime', webm: 'video/webm' };

interface Served {
  readonly find: () => Promise<StoredFile | undefined>;
  readonly contentType: string;
}

function fileOf(store: VideoStore, id: string, format: Format, name: string): Served | undefined {
  const derived = (path: string) => () => store.findDerived(id, path);
  if (name === `video.${format}`) return { find: () => store.findSource(id), contentType: videoTypes[format] };
  if (/^thumb_\d\.jpg$/.test(name)) return { find: derived(name), contentType: 'image/jpeg' };
  if (/^(?:index|v\d)\.m3u8$/.test(name)) {
    return { find: derived(`hls/${name}`), contentType: 'application/vnd.apple.mpegurl' };
  }
  if (/^v\d_\d{5,6}\.ts$/.test(name)) return { find: derived(`hls/${name}`), contentType: 'video/mp2t' };
  return undefined;
}

export const playbackRoutes = (store: VideoStore, links: Links): StreamRoute[] => [
  {
    methods: ['GET', 'HEAD'],
    url: '/media/videos/:playbackId/:grant/:signature/:name',
    headers: readableByPages,
    async handle(request, method) {
      const { playbackId = '', grant = '', signature = '', name = '' } = request.params;
      links.verify(linkedFolder(playbackId), grant, signature);
      const id = (await store.findPlayed(playbackId)) ?? refuse(notFound);
      const state = await store.read(id);
      const served = state?.format ? fileOf(store, id, state.format, name) : undefined;
      if (!served) return refuse(notFound);
      const { find, contentType } = served;
      return serveFile({ file: await find(), contentType, isPublic: false }, request, method);
    },
  },
];

import { join } from 'node:path';
import { notFound, refuse } from '../../../kit/errors.ts';
import type { StreamRoute } from '../../../kit/http/streams.ts';
import type { Links } from '../../files/links.ts';
import { readableByPages, serveFile } from '../../files/serve.ts';
import type { Format } from './probed.ts';
import type { VideoStore } from './video-store.ts';

/** Serves the files of a video to holders of a link to its folder, so that playlists lead to segments by the same link. */

/** The object that links to a video are signed for. */
export const linkedFolder = (playbackId: string): string => `videos/${playbackId}`;

const videoTypes: Readonly<Record<Format, string>> = { mp4: 'video/mp4', mov: 'video/quicktime', webm: 'video/webm' };

interface Served {
  readonly path: string;
  readonly contentType: string;
}

function fileOf(store: VideoStore, id: string, format: Format, name: string): Served | undefined {
  const folder = store.folderOf(id);
  if (name === `video.${format}`) return { path: store.sourceOf(id), contentType: videoTypes[format] };
  if (/^thumb_\d\.jpg$/.test(name)) return { path: join(folder, name), contentType: 'image/jpeg' };
  if (/^(?:index|v\d)\.m3u8$/.test(name)) {
    return { path: join(folder, 'hls', name), contentType: 'application/vnd.apple.mpegurl' };
  }
  if (/^v\d_\d{5,6}\.ts$/.test(name)) return { path: join(folder, 'hls', name), contentType: 'video/mp2t' };
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
      const file = state?.format ? fileOf(store, id, state.format, name) : undefined;
      if (!file) return refuse(notFound);
      return serveFile({ ...file, isPublic: false }, request, method);
    },
  },
];

import { type Media, type MediaOptions, openMedia } from '../../src/gateways/media.ts';
import type { Site } from '../../src/kit/http/site.ts';

/** Everything outside that media needs, in a folder of its own. ffmpeg, which not every machine has, is tested by itself. */
export function mediaIn(
  folder: string,
  site: Site,
  secrets: readonly string[] = [],
  more: Partial<MediaOptions> = {},
): Media {
  const onFault = (error: unknown) => console.error(error);
  return openMedia({
    folder,
    site,
    secrets,
    maxBytes: 30_000_000_000,
    stream: undefined,
    onFault,
    findTool: () => undefined,
    ...more,
  });
}

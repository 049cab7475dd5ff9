import { createLeases } from '../../src/gateways/files/lease.ts';
import { type Media, type MediaOptions, openMedia } from '../../src/gateways/media.ts';
import type { ServiceUrls } from '../../src/kit/http/service-urls.ts';

/** Everything outside that media needs, in a folder of its own. ffmpeg, which not every machine has, is tested by itself. */
export function openTestMedia(
  folder: string,
  site: ServiceUrls,
  secrets: readonly string[] = ['a secret of media for tests, long enough'],
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
    leases: createLeases(),
    ...more,
  });
}

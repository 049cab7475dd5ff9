import { queryOptions } from '@tanstack/react-query';
import type { Schema } from '../../api/client.ts';
import type { Permission } from '../../api/contract.ts';
import { keyOf, type ReadPath, read } from '../../api/query.ts';
import { shortId } from '../../ui/short-id.ts';

/** What the home page and the counts of the menu look at: one list each, as the caller may read it. */

interface Line {
  readonly id: string;
  readonly text: string;
  readonly at?: string;
}

export interface Waiting {
  readonly count: number;
  /** There are more than were counted. */
  readonly isMore: boolean;
  readonly lines: readonly Line[];
}

const shownLines = 4;
const lookAgainMs = 60_000;
const limit = 50;
const dayMs = 86_400_000;

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

const waitingIn = <Item>({ items, nextCursor }: Page<Item>, lineOf: (item: Item) => Line): Waiting => ({
  count: items.length,
  isMore: nextCursor !== null,
  lines: items.slice(0, shownLines).map(lineOf),
});

const look = (path: ReadPath, name: string, find: (signal: AbortSignal) => Promise<Waiting>) =>
  queryOptions({
    queryKey: keyOf(path, {}, `home ${name}`),
    queryFn: ({ signal }) => find(signal),
    refetchInterval: lookAgainMs,
    staleTime: lookAgainMs / 2,
  });

const requestLine = ({ id, target, createdAt }: Schema<'Approval'>): Line => ({
  id,
  text: shortId(target.label),
  at: createdAt,
});

const requests = (mine: boolean) =>
  look('/v1/admin/approvals', mine ? 'mine' : 'decide', async (signal) =>
    waitingIn(await read('/v1/admin/approvals', { query: { status: ['pending'], mine, limit } }, signal), requestLine),
  );

const releaseLine = ({ id, item: { seriesTitle, episodeNumber }, runAt }: Schema<'Schedule'>): Line => ({
  id,
  text: episodeNumber === null ? seriesTitle : `${seriesTitle} · ${episodeNumber}`,
  at: runAt,
});

const failedReleases = look('/v1/admin/schedules', 'failed', async (signal) =>
  waitingIn(await read('/v1/admin/schedules', { query: { status: 'failed', limit } }, signal), releaseLine),
);

/** From this moment to the same one in a week. */
const releasesThisWeek = look('/v1/admin/schedules', 'week', async (signal) => {
  const from = new Date().toISOString();
  const to = new Date(Date.now() + 7 * dayMs).toISOString();
  const query = { status: 'pending', from, to, limit } as const;
  return waitingIn(await read('/v1/admin/schedules', { query }, signal), releaseLine);
});

const seriesInReview = look('/v1/admin/series', 'review', async (signal) =>
  waitingIn(
    await read('/v1/admin/series', { query: { status: 'in_review', limit } }, signal),
    ({ id, title, updatedAt }) => ({ id, text: title, at: updatedAt }),
  ),
);

const failedVideos = look('/v1/admin/media/assets', 'failed', async (signal) =>
  waitingIn(
    await read('/v1/admin/media/assets', { query: { kind: 'video', status: 'failed', limit } }, signal),
    ({ id, sourceFileName, updatedAt }) => ({ id, text: sourceFileName ?? id, at: updatedAt }),
  ),
);

const failedWebhooks = look('/v1/admin/webhooks', 'failed', async (signal) =>
  waitingIn(
    await read('/v1/admin/webhooks', { query: { outcome: 'failed', limit } }, signal),
    ({ id, source, receivedAt }) => ({ id, text: source, at: receivedAt }),
  ),
);

const failedMessages = look('/v1/admin/outbox', 'dead', async (signal) =>
  waitingIn(
    await read('/v1/admin/outbox', { query: { status: 'dead', limit } }, signal),
    ({ id, topic, createdAt }) => ({ id, text: topic, at: createdAt }),
  ),
);

const tile = <Name extends string>(name: Name, may: Permission | null, href: string, query: typeof failedReleases) => ({
  ...{ name, may, href, query },
});

/** In the order of the page. Each opens the list that it counts. */
export const tiles = [
  tile('decide', null, '/approvals', requests(false)),
  tile('mine', null, '/approvals?tab=mine&status=pending', requests(true)),
  tile('failedReleases', 'publishing:read', '/calendar', failedReleases),
  tile('week', 'publishing:read', '/calendar?view=week', releasesThisWeek),
  tile('review', 'publishing:write', '/series?status=in_review', seriesInReview),
  tile('failedVideos', 'catalog:read', '/library?kind=video&status=failed', failedVideos),
  tile('failedWebhooks', 'system:read', '/webhooks?outcome=failed', failedWebhooks),
  tile('failedMessages', 'system:read', '/jobs?status=dead', failedMessages),
] as const;

export type Tile = (typeof tiles)[number];

/** What the menu counts beside its entries: what someone has to look after, not what merely is planned. */
export const menuTiles: Readonly<Record<string, Tile['name']>> = {
  '/approvals': 'decide',
  '/calendar': 'failedReleases',
  '/library': 'failedVideos',
  '/webhooks': 'failedWebhooks',
  '/jobs': 'failedMessages',
};

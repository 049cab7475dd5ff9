import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api, type Schema, unwrap } from '../../api/client.ts';
import { allQuery, apiQuery, keyOf, type ListParams, listQuery, pagesQuery, taggedQuery } from '../../api/query.ts';
import { seriesListQuery, seriesQuery } from '../catalog/queries.ts';
import { linkKindOf, subjectOf } from './links.ts';

export type Campaign = Schema<'PushCampaign'>;
export type CampaignStatus = Campaign['status'];
export type Category = Campaign['category'];
export type PushMessage = Schema<'PushMessage'>;
export type MessageStatus = PushMessage['status'];
export type PushSettings = Schema<'PushSettings'>;
export type Results = Schema<'PushResults'>;

export const statuses: readonly CampaignStatus[] = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'];
export const categories: readonly Category[] = ['drops', 'marketing', 'moderation'];
export const messageStatuses: readonly MessageStatus[] = ['waiting', 'delivered', 'failed', 'skipped', 'cancelled'];
export const languages = ['en', 'ar', 'id'] as const;

const refetchMs = 5_000;

export const campaignsQuery = (search: ListParams<'/v1/admin/push/campaigns'>) =>
  listQuery('/v1/admin/push/campaigns', search);

const isOnItsWay = (status: CampaignStatus): boolean => status === 'sending' || status === 'scheduled';

/** While it is being sent, it is looked at again and again. */
export const campaignQuery = (id: string) => ({
  ...taggedQuery('/v1/admin/push/campaigns/{id}', { path: { id } }),
  refetchInterval: (query: { state: { data?: { data: Campaign } | undefined } }) => {
    const status = query.state.data?.data.status;
    return status && isOnItsWay(status) ? refetchMs : false;
  },
});

/** Messages come and change while their campaign is on its way. */
export const messagesQuery = (campaign: Pick<Campaign, 'id' | 'status'>, status: MessageStatus | undefined) => ({
  ...pagesQuery(
    '/v1/admin/push/campaigns/{id}/messages',
    { path: { id: campaign.id }, query: { ...(status && { status }) } },
    25,
  ),
  refetchInterval: isOnItsWay(campaign.status) ? refetchMs : (false as const),
});

export const settingsQuery = taggedQuery('/v1/admin/push/settings', {});

/** All of them, to choose from. */
export const segmentsQuery = allQuery('/v1/admin/segments', {});

export type Series = Schema<'Series'>;

/** The series that a link opens, or whose episode it opens. */
export function useLinkedSeries(link: string): Series | undefined {
  const [kind, subject] = [linkKindOf(link), subjectOf(link)];
  const { data: episode } = useQuery({
    ...apiQuery('/v1/admin/episodes/{id}', { path: { id: subject } }),
    enabled: kind === 'episode',
  });
  const { data: found } = useQuery({
    ...seriesListQuery({ q: subject.replaceAll('-', ' '), limit: 50 }),
    enabled: kind === 'series',
  });
  const { data: ofEpisode } = useQuery({
    ...seriesQuery(episode?.seriesId ?? ''),
    enabled: kind === 'episode' && episode !== undefined,
  });
  if (kind === 'episode') return ofEpisode?.data;
  return kind === 'series' ? found?.items.find(({ slug }) => slug === subject) : undefined;
}

export interface Audience {
  readonly category: Category;
  readonly segmentId: string | null;
  readonly market: string | null;
  readonly sendAt: string | null;
}

/** Who got it and what they did, looked at again while it is on its way. */
export const resultsQuery = ({ id, status }: Pick<Campaign, 'id' | 'status'>) => ({
  ...apiQuery('/v1/admin/push/campaigns/{id}/results', { path: { id } }),
  refetchInterval: isOnItsWay(status) ? refetchMs : (false as const),
});

const path = '/v1/admin/push/audience';

/** How many people and devices a campaign would go to now. */
export const audienceQuery = (audience: Audience) =>
  queryOptions({
    queryKey: keyOf(path, { query: { audience: JSON.stringify(audience) } }, 'count'),
    queryFn: ({ signal }) => unwrap(api.POST(path, { body: { ...audience }, signal })),
    placeholderData: keepPreviousData,
  });

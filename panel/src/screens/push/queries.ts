import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Schema, unwrap } from '../../api/client.ts';
import { allQuery, keyOf, type ListParams, listQuery, pagesQuery, taggedQuery } from '../../api/query.ts';

export type Campaign = Schema<'PushCampaign'>;
export type CampaignStatus = Campaign['status'];
export type Category = Campaign['category'];
export type PushMessage = Schema<'PushMessage'>;
export type MessageStatus = PushMessage['status'];
export type PushSettings = Schema<'PushSettings'>;

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

export interface Audience {
  readonly category: Category;
  readonly segmentId: string | null;
  readonly market: string | null;
}

const path = '/v1/admin/push/audience';

/** How many people and devices a campaign would go to now. */
export const audienceQuery = (audience: Audience) =>
  queryOptions({
    queryKey: keyOf(path, { query: { audience: JSON.stringify(audience) } }, 'count'),
    queryFn: ({ signal }) => unwrap(api.POST(path, { body: { ...audience }, signal })),
    placeholderData: keepPreviousData,
  });

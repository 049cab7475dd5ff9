import type { Schema } from '../src/api/client.ts';

export const userId = '01930000-0000-7000-8000-000000000011';

/** A user with some coins. */
export const layla: Schema<'UserDetail'> = {
  id: userId,
  email: 'layla@example.com',
  phoneE164: null,
  displayName: 'Layla K',
  countryCode: 'EG',
  language: 'ar',
  isGuest: false,
  status: 'active',
  balanceTotal: 30,
  totalSpendCents: 0,
  lastSeenAt: null,
  createdAt: '2035-01-01T00:00:00.000Z',
  avatarUrl: null,
  authProvider: 'password',
  suspendedUntil: null,
  suspendReason: null,
  banReason: null,
  tokenVersion: 1,
  balancePaid: 30,
  balanceBonus: 0,
  unlocksCount: 0,
  streak: { current: 0, longest: 0, lastClaimDate: null },
  pushPrefs: { drops: true, marketing: true, moderation: true },
  pushDevices: 1,
  deletesAt: null,
  commentingSuspended: false,
  devices: [],
  subscriptions: [],
  strikes: [],
  revision: 1,
  allowed: ['adjust', 'note', 'ban', 'suspend', 'logout_all', 'anonymize', 'comp_subscription'],
};

/** A draft that can be submitted. */
export const seriesNamed = (title: string, id: string): Schema<'Series'> => ({
  id,
  slug: title.toLowerCase(),
  title,
  synopsis: '',
  titleI18n: { en: title },
  synopsisI18n: {},
  genreSlug: null,
  tropes: [],
  targetLanguages: ['en'],
  freeEpisodes: 3,
  posterAssetId: null,
  heroAssetId: null,
  editorial_hero_score: null,
  episodeCount: 0,
  publishedEpisodeCount: 0,
  missing: [],
  status: 'draft',
  publishedAt: null,
  revision: 1,
  createdAt: '2035-01-01T00:00:00.000Z',
  updatedAt: '2035-01-01T00:00:00.000Z',
  allowed: ['update', 'submit'],
  lockedFields: [],
  noteRequired: false,
});

/** A grant that waits for a second admin. */
export const pendingGrant: Schema<'ApprovalDetail'> = {
  id: '01930000-0000-7000-8000-0000000000b1',
  kind: 'wallet_grant',
  status: 'pending',
  reason: 'two_person_rule',
  target: { label: 'Ada Example', pictureUrl: null },
  targetType: 'user',
  targetId: userId,
  payload: { amount: 5000 },
  effects: { ledger: [], audit: [], approvals: [], changes: [], references: [] },
  requiredPermission: 'wallet:adjust',
  requestedBy: { id: '01930000-0000-7000-8000-0000000000d1', email: 'putri@demo.example', name: 'Putri Lestari' },
  decidedBy: null,
  decisionNote: null,
  result: null,
  createdAt: '2035-01-01T00:00:00.000Z',
  expiresAt: '2135-01-08T00:00:00.000Z',
  decidedAt: null,
  requesterEligible: true,
  allowed: ['approve', 'reject'],
  effectsNow: null,
  drift: false,
  deciderBoundToRequester: false,
  refusedNow: null,
};

const { id, email, phoneE164, displayName, countryCode, language, isGuest, status } = layla;
const { balanceTotal, totalSpendCents, lastSeenAt, createdAt, allowed } = layla;

/** The same user in a list. */
export const laylaInList: Schema<'UserListItem'> = {
  id,
  email,
  phoneE164,
  displayName,
  countryCode,
  language,
  isGuest,
  device: null,
  status,
  balanceTotal,
  totalSpendCents,
  lastSeenAt,
  createdAt,
  allowed,
};

/** An episode of a series, with the last letter of its id being its number. */
export function episodeOf<Part extends object>(seriesId: string, number: number, part: Part) {
  const { posterAssetId: _poster, heroAssetId: _hero, ...rest } = seriesNamed(`Letter ${number}`, seriesId);
  return {
    ...rest,
    id: seriesId.replace(/.$/, String(number)),
    seriesId,
    episodeNumber: number,
    cliffhanger_score: 1,
    captions: [],
    media: null,
    mediaAssetId: null,
    thumb_asset_id: null,
    ...part,
  };
}

/** A date that is still ahead. */
export const pendingSchedule = {
  action: 'publish',
  runAt: '2135-11-25T12:00:00.000Z',
  status: 'pending',
  last_error: null,
  retry_count: 0,
  createdBy: { id: 'a', email: 'a@demo.example', name: 'Amal' },
  createdAt: '2035-01-01T00:00:00.000Z',
  executedAt: null,
  revision: 1,
  allowed: ['cancel', 'move'],
  missing: [],
};

/** What an id in effects refers to. */
export const referenceTo = (
  type: string,
  id: string,
  label: string,
  rest: Partial<Schema<'Reference'>> = {},
): Schema<'Reference'> => ({
  ...{ type, id, label, labelI18n: {}, picture: null, part: null, about: null, bought: null, user: null },
  ...rest,
});

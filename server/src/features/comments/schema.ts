import { type Static, Type } from 'typebox';
import { Id, Int, nullable, oneOf, pageOf, Timestamp, Translations } from '../../kit/http/schema.ts';
import { allowedMoves } from '../../kit/workflow.ts';
import { type Admin, hasPermission } from '../access/public.ts';
import type { PictureUrl } from '../catalog/public.ts';
import {
  commentMoves,
  longestBody,
  longestReason,
  outcomes,
  preview,
  reportMoves,
  reportStatuses,
  statuses,
  strikeTypes,
} from './rules.ts';

export const exampleComment = { id: '01930000-0000-7000-8000-0000000000e1' };
export const exampleHidden = { id: '01930000-0000-7000-8000-0000000000e2' };
export const exampleReport = { id: '01930000-0000-7000-8000-0000000000e5' };
export const exampleAuthor = { id: '01930000-0000-7000-8000-000000000011' };
export const exampleStrike = '01930000-0000-7000-8000-0000000000e7';
export const exampleEpisode = '01930000-0000-7000-8000-000000000055';

const commentFields = {
  id: Id,
  episodeId: Id,
  userId: Id,
  displayName: nullable(Type.String()),
  body: Type.String(),
  status: oneOf(statuses),
  createdAt: Timestamp,
};
export const Comment = Type.Object(commentFields, { title: 'Comment' });
export type CommentRow = Static<typeof Comment>;
export const CommentPreview = pageOf(Comment);

export const CommentBody = Type.Object({
  episodeId: Type.String({ maxLength: 200 }),
  body: Type.String({
    minLength: 1,
    maxLength: longestBody,
    description: 'Line breaks are allowed; other control characters and bidirectional control characters are refused',
  }),
});

export const ReportBody = Type.Object({
  reason: Type.String({
    minLength: 1,
    maxLength: longestReason,
    description: '`spam`, `abuse`, `hate`, `sexual`, `spoiler`, or free text',
  }),
});

export const OwnReport = Type.Object(
  { id: Id, commentId: Id, reason: Type.String(), status: oneOf(reportStatuses), createdAt: Timestamp },
  { title: 'OwnCommentReport' },
);
export type OwnReportRow = Static<typeof OwnReport>;

export const previewQuery = {
  episodeId: Type.String({ maxLength: 200 }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: preview.most, default: preview.usual })),
};

export const Strike = Type.Object(
  { id: Id, type: oneOf(strikeTypes), refId: Type.String(), reason: Type.String(), createdAt: Timestamp },
  { title: 'Strike' },
);
export type StrikeRow = Static<typeof Strike>;

const Author = Type.Object(
  {
    id: Id,
    displayName: nullable(Type.String()),
    avatarUrl: nullable(Type.String()),
    isGuest: Type.Boolean(),
    status: Type.String(),
    commentingSuspended: Type.Boolean({ description: 'true: new comments of the user are hidden' }),
    strikes: Int(),
  },
  { title: 'CommentAuthor' },
);

const EpisodeShown = Type.Object(
  {
    id: Id,
    seriesId: Id,
    seriesTitle: Type.String(),
    seriesTitleI18n: Translations,
    episodeNumber: Int(),
    title: Type.String(),
    titleI18n: Translations,
    pictureUrl: nullable(Type.String()),
  },
  { title: 'CommentedEpisode' },
);

const moderatedFields = {
  ...commentFields,
  author: Author,
  episode: EpisodeShown,
  openReports: Int(),
  reportedAt: nullable(Timestamp),
  revision: Int(),
  allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
};
export const ModeratedComment = Type.Object(moderatedFields, { title: 'ModeratedComment' });
type ModeratedComment = Static<typeof ModeratedComment>;
export type ModeratedRow = Omit<ModeratedComment, 'episode' | 'allowed'> & {
  episode: Omit<ModeratedComment['episode'], 'pictureUrl'> & { pictureAssetId: string | null };
};

const Reporter = Type.Object({
  id: Id,
  displayName: nullable(Type.String()),
  avatarUrl: nullable(Type.String()),
  isGuest: Type.Boolean(),
});
const AdminName = Type.Object({ id: Id, email: Type.String(), name: Type.String() });
const reportFields = {
  id: Id,
  commentId: Id,
  reason: Type.String(),
  status: oneOf(reportStatuses),
  outcome: nullable(oneOf(outcomes)),
  reporter: Reporter,
  createdAt: Timestamp,
  resolvedAt: nullable(Timestamp),
  resolvedBy: nullable(AdminName),
  allowed: Type.Array(Type.String()),
};
const Report = Type.Object(reportFields, { title: 'CommentReport' });
export type ReportRow = Omit<Static<typeof Report>, 'allowed'>;
export const ListedReport = Type.Object({ ...reportFields, comment: Comment }, { title: 'ListedCommentReport' });
export type ListedReportRow = Omit<Static<typeof ListedReport>, 'allowed'>;

const Counts = Type.Object({ comments: Int(), notVisible: Int(), reportsMade: Int() });
export type AuthorCounts = Static<typeof Counts>;

export const CommentDetail = Type.Object(
  {
    ...moderatedFields,
    reports: Type.Array(Report, { description: 'Reports of this comment, newest first, at most 100' }),
    thread: Type.Array(Comment, { description: 'Surrounding comments on the episode, newest first' }),
    authorComments: Type.Array(Comment, { description: 'The author’s latest comments elsewhere, at most 10' }),
    authorCounts: Counts,
    strikes: Type.Array(Strike, { description: 'The author’s active strikes, newest first' }),
  },
  { title: 'CommentDetail' },
);

export const ModerationSummary = Type.Object(
  { reportedComments: Int(), openReports: Int(), oldestReportAt: nullable(Timestamp) },
  { title: 'ModerationSummary' },
);
export type ModerationSummary = Static<typeof ModerationSummary>;

const Words = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });
export const HideBody = Type.Object({
  reason: Words,
  strike: Type.Optional(
    Type.Boolean({ description: 'true: the author gets a strike, unless the comment already earned one' }),
  ),
});
export const RestoreBody = Type.Object({
  reason: Words,
  strike: Type.Optional(Type.Boolean({ description: 'true: keep the strike for this comment; default: remove it' })),
  reopen: Type.Optional(Type.Boolean({ description: 'true: reopen the reports that were settled by hiding it' })),
});
export const StrikeBody = Type.Object({
  type: oneOf(strikeTypes),
  refId: Type.String({ maxLength: 200, description: 'Id of a comment or report by this user' }),
  reason: Words,
});

const commentFilters = Type.Object({
  status: Type.Optional(oneOf(statuses)),
  reported: Type.Optional(Type.Boolean({ description: 'true: only with open reports; false: only without' })),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Any part of the text, or the id' })),
  userId: Type.Optional(Type.String({ maxLength: 200 })),
  episodeId: Type.Optional(Type.String({ maxLength: 200 })),
});
export type CommentFilters = Static<typeof commentFilters>;
export const commentListQuery = commentFilters.properties;
const reportFilters = Type.Object({
  status: Type.Optional(oneOf(reportStatuses)),
  userId: Type.Optional(Type.String({ maxLength: 200, description: 'Id of the reporter' })),
});
export type ReportFilters = Static<typeof reportFilters>;
export const reportListQuery = reportFilters.properties;

type Viewer = Pick<Admin, 'permissions'>;

/** Actions available to the caller now. */
export function allowedWith(
  { status, openReports }: Pick<ModeratedRow, 'status' | 'openReports'>,
  { permissions }: Viewer,
): string[] {
  const has = (permission: string) => hasPermission(permissions, permission);
  const resolves = openReports > 0 && has(reportMoves.resolve.requires);
  return [...allowedMoves(commentMoves, status, has), ...(resolves ? ['resolve'] : [])];
}

export function showModerated(row: ModeratedRow, urlOf: PictureUrl, viewer: Viewer): ModeratedComment {
  const { pictureAssetId, ...episode } = row.episode;
  return { ...row, episode: { ...episode, pictureUrl: urlOf(pictureAssetId) }, allowed: allowedWith(row, viewer) };
}

export const showReport = <Row extends ReportRow>(row: Row, { permissions }: Viewer) => ({
  ...row,
  allowed: allowedMoves(reportMoves, row.status, (permission) => hasPermission(permissions, permission)),
});

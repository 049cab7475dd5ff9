import { type Static, Type } from 'typebox';
import { Id, Int, Moment, nullable, oneOf, Timestamp, Translations, wholeListOf } from '../../kit/http/schema.ts';
import { allowedMoves } from '../../kit/workflow.ts';
import { hasPermission } from '../access/public.ts';
import { Episode, MissingList, Reference, Series } from '../catalog/public.ts';
import { adviceFor, cadences, itemTypes, scheduleMoves, scheduleStates, warningCodes } from './rules.ts';

const Warning = Type.Object(
  {
    code: oneOf(warningCodes),
    languages: Type.Optional(Type.Array(Type.String(), { description: 'Languages without captions' })),
    count: Type.Optional(Int({ minimum: 1 })),
  },
  { title: 'PublishingWarning' },
);
const warnings = Type.Array(Warning);

export const MovedSeries = Type.Object({ ...Series.properties, warnings }, { title: 'MovedSeries' });
export const MovedEpisode = Type.Object({ ...Episode.properties, warnings }, { title: 'MovedEpisode' });

export const WorkflowBody = Type.Object({
  action: Type.String({ description: 'submit, send_back, publish, unpublish, archive or restore' }),
  note: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Reason; kept in the audit log, and shown to the authors when sent back',
    }),
  ),
});

export const removalQuery = {
  note: Type.Optional(Type.String({ maxLength: 500, description: 'Reason; shown to the deciding admin' })),
};

export const SentBack = Type.Object(
  {
    sentBack: nullable(
      Type.Object({
        note: nullable(Type.String({ description: 'Reason given by the admin who sent it back' })),
        by: Type.String({ description: 'Name of that admin' }),
        at: Timestamp,
      }),
    ),
  },
  { title: 'SentBack' },
);

export const Reviewers = wholeListOf(Type.Object({ id: Id, name: Type.String(), role: Type.String() }), {
  title: 'Reviewers',
  description: 'By name, at most 50',
});

export const Schedule = Type.Object(
  {
    id: Id,
    refType: oneOf(itemTypes),
    refId: Id,
    action: oneOf(['publish']),
    runAt: Timestamp,
    status: oneOf(scheduleStates),
    last_error: nullable(
      Type.String({ description: 'Failure of the last attempt: a code, a colon and what an operator can do' }),
    ),
    lastErrorCode: nullable(Type.String({ description: 'The code in `last_error`' })),
    lastErrorRequestId: nullable(Type.String({ description: 'Request id of the last failure in the log' })),
    retry_count: Int(),
    createdBy: Type.Object({ id: Id, email: Type.String(), name: Type.String() }),
    createdAt: Timestamp,
    executedAt: nullable(Timestamp),
    revision: Int(),
    item: Type.Object(
      {
        seriesId: Id,
        seriesTitle: Type.String(),
        seriesTitleI18n: Translations,
        episodeNumber: nullable(Int()),
        title: Type.String(),
        titleI18n: Translations,
        pictureAssetId: nullable(Id),
      },
      { description: 'The series or episode to publish' },
    ),
    missing: MissingList,
    allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
  },
  { title: 'Schedule' },
);
type Schedule = Static<typeof Schedule>;
type ScheduledItem = Schedule['item'];
export type ScheduleRow = Omit<Schedule, 'last_error' | 'item' | 'missing' | 'allowed'> & {
  item: Pick<ScheduledItem, 'seriesId' | 'seriesTitle' | 'episodeNumber' | 'title'>;
};
/** With missing files, translations and the picture of the item. */
export type Planned = Omit<ScheduleRow, 'item'> & Pick<Schedule, 'item' | 'missing'>;
export type NewSchedule = Pick<ScheduleRow, 'id' | 'refType' | 'refId' | 'runAt'>;

export const ScheduleList = Type.Array(Schedule);

export const showSchedule = (row: Planned, { permissions }: { readonly permissions: readonly string[] }) => ({
  ...row,
  last_error:
    row.lastErrorCode === null ? null : `${row.lastErrorCode}: ${adviceFor(row.lastErrorCode, row.lastErrorRequestId)}`,
  allowed: allowedMoves(scheduleMoves, row.status, (permission) => hasPermission(permissions, permission)),
});

const edge = 'A moment with an offset, or a UTC day';
export const scheduleQuery = {
  status: Type.Optional(oneOf(scheduleStates)),
  refType: Type.Optional(oneOf(itemTypes)),
  refId: Type.Optional(Type.String({ maxLength: 200 })),
  seriesId: Type.Optional(Type.String({ maxLength: 200, description: 'The series, or any episode of it' })),
  from: Type.Optional(Type.String({ maxLength: 40, description: `${edge}: schedules due at or after it` })),
  to: Type.Optional(Type.String({ maxLength: 40, description: `${edge}: schedules due at or before it` })),
};

const Action = oneOf(['publish']);

export const ScheduleBody = Type.Object({
  refType: oneOf(itemTypes),
  refId: Reference,
  action: Action,
  runAt: Moment,
});

export const MoveBody = Type.Object({ runAt: Type.Optional(Moment) });

export const BulkBody = Type.Object({
  episodeIds: Type.Array(Reference, { minItems: 1, maxItems: 500, uniqueItems: true }),
  action: Action,
  cadence: oneOf(cadences),
  startAt: Type.Optional(nullable(Moment)),
  cadenceValue: Type.Optional(
    nullable(Type.Integer({ minimum: 1, maximum: 365, description: 'For every_n_days: the interval in days' })),
  ),
  runAts: Type.Optional(Type.Array(Moment, { maxItems: 500, description: 'For custom: one per episode, in order' })),
});

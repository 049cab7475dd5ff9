import { Type } from 'typebox';
import { effectList, type ShowRow } from '../../kit/http/effects.ts';
import { Day, Id, Int, nullable, oneOf, Timestamp, Translations } from '../../kit/http/schema.ts';
import { hasPermission } from '../access/public.ts';
import { LaterEntry } from './errors.ts';

const Content = nullable(Type.Object({}, { additionalProperties: true, description: 'Values of the changed fields' }));

export const Bought = Type.Object(
  {
    kind: oneOf(['coin_pack', 'subscription']),
    productName: nullable(Type.String({ description: 'Name of the subscription; null for a package' })),
    coinsGranted: Type.Integer({ description: 'Paid coins' }),
    bonusCoins: Type.Integer({ description: 'Bonus coins' }),
  },
  { title: 'Bought', description: 'What was bought; a package is identified by its coins' },
);

const TargetUser = Type.Object(
  {
    id: Id,
    is_guest: Type.Boolean(),
    is_anonymized: Type.Boolean(),
    country_code: nullable(Type.String()),
  },
  {
    description: 'The kind of user, if the target is a user without a name, such as a guest, and visible to the caller',
  },
);

export const AuditEntry = Type.Object(
  {
    id: Id,
    action: Type.String({ description: '<resource>.<verb>' }),
    admin_id: nullable(Id),
    admin_email: Type.String({ description: 'The actor; `system` for jobs and providers' }),
    admin_name: nullable(Type.String({ description: 'Current name of the actor' })),
    target_type: nullable(Type.String()),
    target_id: nullable(Type.String()),
    target_label: nullable(
      Type.String({
        description:
          'Current name of the target, if visible to the caller; an approval or a schedule has the name of its own target',
      }),
    ),
    target_label_i18n: Translations,
    target_context: nullable(
      Type.Object(
        {
          series_title: nullable(Type.String()),
          series_title_i18n: Translations,
          episode_number: nullable(Int()),
          asset_kind: nullable(Type.String()),
          lang: nullable(Type.String({ description: 'The language of captions' })),
        },
        { description: 'For an episode or a file, also a deleted one: where it belongs' },
      ),
    ),
    target_about: nullable(
      Type.Object(
        { type: Type.String(), id: Id },
        { description: 'Target of an approval, a price or a schedule, if visible to the caller' },
      ),
    ),
    target_bought: nullable(
      Type.Object(Bought.properties, { description: 'What was bought, for a coin package, a purchase or a refund' }),
    ),
    target_user: nullable(TargetUser),
    target_picture_id: nullable(Type.String({ description: 'Asset id of the poster or thumbnail' })),
    reason: nullable(Type.String()),
    before: Content,
    after: Content,
    flags: Type.Object({}, { additionalProperties: true }),
    request_id: nullable(Type.String()),
    ip: nullable(Type.String()),
    created_at: Timestamp,
    undoable: Type.Boolean({
      description: 'Whether the kind of change can be undone, provided that nothing was changed since',
    }),
  },
  { title: 'AuditEntry' },
);

const undoBlocks = ['not_undoable', 'insufficient_permissions', 'undo_conflict'] as const;
export type UndoBlock = (typeof undoBlocks)[number];

export const AuditEntryDetail = Type.Object(
  {
    ...AuditEntry.properties,
    undo: Type.Object(
      {
        blocked: nullable(oneOf(undoBlocks, { description: 'Why it cannot be undone now; null if it can' })),
        required: nullable(Type.String({ description: 'The permission required' })),
        later: nullable(LaterEntry),
      },
      { description: 'Whether the caller can undo it. `later` is the conflicting later entry, or the undo itself' },
    ),
  },
  { title: 'AuditEntryDetail' },
);

export const UndoBody = Type.Object({
  note: Type.Optional(Type.String({ maxLength: 500, description: 'Reason; kept in the audit log' })),
});

/** Callers without the permission see only the status of these, because other fields reveal payments and balances. */
const readersOf: ReadonlyMap<unknown, string> = new Map([
  ...['purchase', 'refund', 'subscription'].map((type) => [type, 'payments:read'] as const),
  ['user', 'users:read'],
]);

const statusOf = (fields: unknown) =>
  fields !== null && typeof fields === 'object' && 'status' in fields ? { status: fields.status } : null;

const showFields =
  (typeField: string): ShowRow =>
  (row, permissions) => {
    const reader = readersOf.get(row[typeField]);
    if (reader === undefined || hasPermission(permissions, reader)) return row;
    const flags = 'flags' in row && { flags: {} };
    return { ...row, before: statusOf(row.before), after: statusOf(row.after), ...flags };
  };

const Fields = Type.Object({}, { additionalProperties: true });

export const auditEffects = effectList(
  'audit',
  Type.Object(
    {
      action: Type.String(),
      target_type: nullable(Type.String()),
      target_id: nullable(Type.String()),
      reason: nullable(Type.String()),
      before: nullable(Fields),
      after: nullable(Fields),
      flags: Fields,
    },
    { title: 'AuditEffect' },
  ),
  showFields('target_type'),
);

export const changeEffects = effectList(
  'changes',
  Type.Object(
    {
      action: Type.Optional(
        Type.String({ description: 'Action of the audit log; missing in requests for approval before it was added' }),
      ),
      type: Type.String(),
      id: Type.String(),
      before: nullable(Fields),
      after: nullable(Fields),
    },
    { title: 'ChangeEffect' },
  ),
  showFields('type'),
);

export const Reference = Type.Object(
  {
    type: Type.String(),
    id: Type.String(),
    label: nullable(Type.String({ description: 'Current name; null for users without one, such as guests' })),
    labelI18n: Translations,
    picture: nullable(Type.String({ description: 'Asset id of the poster or thumbnail' })),
    part: nullable(
      Type.Object(
        {
          seriesTitle: nullable(Type.String()),
          seriesTitleI18n: Translations,
          episodeNumber: nullable(Int()),
          assetKind: nullable(Type.String()),
          lang: nullable(Type.String({ description: 'The language of captions' })),
        },
        { description: 'For an episode or a file: where it belongs' },
      ),
    ),
    about: nullable(
      Type.Object(
        { type: Type.String(), id: Id },
        { description: 'The object whose name it has: that of an approval, a price, a schedule or a subscription' },
      ),
    ),
    bought: nullable(Type.Object(Bought.properties, { description: 'For a coin package, a purchase or a refund' })),
    user: nullable(
      Type.Object(
        { isGuest: Type.Boolean(), isAnonymized: Type.Boolean(), countryCode: nullable(Type.String()) },
        { description: 'For a user without a name' },
      ),
    ),
  },
  { title: 'Reference', description: 'What an id refers to, if visible to the caller' },
);

export const auditQuery = {
  action: Type.Optional(Type.String({ maxLength: 100 })),
  adminId: Type.Optional(Type.String({ maxLength: 100 })),
  targetType: Type.Optional(Type.String({ maxLength: 100 })),
  targetId: Type.Optional(Type.String({ maxLength: 200 })),
  dateFrom: Type.Optional(Day),
  dateTo: Type.Optional(Day),
};

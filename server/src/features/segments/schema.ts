import { type Static, Type } from 'typebox';
import { Country, Id, Int, Moment, messageFor, nameText, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { type Admin, hasPermission } from '../access/public.ts';
import type { SegmentUse } from './ports.ts';

const cents = Int({ minimum: 0, maximum: 1_000_000_000_000 });
const Language = Type.String({
  pattern: '^[A-Za-z]{2,3}$',
  ...messageFor('must be the code of a language, such as ar'),
});
const Platform = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });
const some = { minItems: 1, maxItems: 300 };

export const SegmentRule = Type.Object(
  {
    countries: Type.Optional(Type.Array(Country, some)),
    languages: Type.Optional(Type.Array(Language, { ...some, description: 'Without a region; `ar` includes `ar-EG`' })),
    guest: Type.Optional(Type.Boolean()),
    minSpendCents: Type.Optional(cents),
    maxSpendCents: Type.Optional(cents),
    registeredAfter: Type.Optional(Moment),
    registeredBefore: Type.Optional(Moment),
    seenWithinDays: Type.Optional(Int({ minimum: 1, maximum: 3650 })),
    platforms: Type.Optional(
      Type.Array(Platform, { ...some, description: 'Platform of any device of the user, case-insensitive' }),
    ),
    subscribed: Type.Optional(
      Type.Boolean({ description: 'Whether the user has an active subscription, paid or given' }),
    ),
  },
  { title: 'SegmentRule', description: 'All given conditions must hold; without conditions it matches everybody' },
);

export const Segment = Type.Object(
  {
    id: Id,
    name: Type.String(),
    rule: SegmentRule,
    usedBy: Type.Array(
      Type.Object({
        type: oneOf(['promo', 'push_campaign']),
        id: Id,
        label: Type.String({ description: 'Code of the promo or title of the push campaign' }),
      }),
      { description: 'Promos and campaigns that target the segment; while there are any, it cannot be deleted' },
    ),
    revision: Int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
  },
  { title: 'Segment' },
);

export const segmentQuery = {
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Any part of the name, case-insensitive' }),
  ),
};

const Name = nameText(100);
const note = Type.Optional(Type.String({ maxLength: 500, description: 'Reason; kept in the audit log' }));

export const CreateSegmentBody = Type.Object({ name: Name, rule: SegmentRule, note });
export const UpdateSegmentBody = Type.Partial(CreateSegmentBody);
export const PreviewBody = Type.Object({ rule: SegmentRule });
export const SegmentPreview = Type.Object({ count: Int() }, { title: 'SegmentPreview' });

export function showSegment(row: SegmentRow, uses: readonly SegmentUse[], { permissions }: Pick<Admin, 'permissions'>) {
  const usedBy = uses.flatMap(({ segmentId, ...use }) => (segmentId === row.id ? [use] : []));
  const moves = usedBy.length > 0 ? ['update'] : ['update', 'delete'];
  return { ...row, usedBy, allowed: hasPermission(permissions, 'pricing:write') ? moves : [] };
}

export type SegmentRow = Omit<Static<typeof Segment>, 'usedBy' | 'allowed'>;

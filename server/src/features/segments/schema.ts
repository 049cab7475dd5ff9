import { Type } from 'typebox';
import { Country, Id, Int, Moment, messageFor, nameText, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { hasPermission } from '../access/public.ts';
import type { SegmentUse } from './ports.ts';
import type { SegmentRow } from './sql.ts';

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
    languages: Type.Optional(Type.Array(Language, { ...some, description: 'Without a region: `ar` is `ar-EG` too' })),
    guest: Type.Optional(Type.Boolean()),
    minSpendCents: Type.Optional(cents),
    maxSpendCents: Type.Optional(cents),
    registeredAfter: Type.Optional(Moment),
    registeredBefore: Type.Optional(Moment),
    seenWithinDays: Type.Optional(Int({ minimum: 1, maximum: 3650 })),
    platforms: Type.Optional(Type.Array(Platform, { ...some, description: 'Of any device, without regard to case' })),
    subscribed: Type.Optional(Type.Boolean({ description: 'Whether a subscription runs, paid for or given' })),
  },
  { title: 'SegmentRule', description: 'Every condition that is given must hold; none at all is everybody' },
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
        label: Type.String({ description: 'The code of a promo, or the title of a push campaign' }),
      }),
      { description: 'What is for these users; as long as there is any, the segment can not be deleted' },
    ),
    revision: Int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    allowed: Type.Array(Type.String(), { description: 'What this caller may do with it now' }),
  },
  { title: 'Segment' },
);

export const segmentQuery = {
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Part of the name, in any case' })),
};

const Name = nameText(100);
const note = Type.Optional(Type.String({ maxLength: 500, description: 'Why; kept in the audit log' }));

export const CreateSegmentBody = Type.Object({ name: Name, rule: SegmentRule, note });
export const UpdateSegmentBody = Type.Partial(CreateSegmentBody);
export const PreviewBody = Type.Object({ rule: SegmentRule });
export const SegmentPreview = Type.Object({ count: Int() }, { title: 'SegmentPreview' });

export function showSegment(
  row: SegmentRow,
  uses: readonly SegmentUse[],
  { permissions }: { readonly permissions: readonly string[] },
) {
  const usedBy = uses.flatMap(({ segmentId, ...use }) => (segmentId === row.id ? [use] : []));
  const moves = usedBy.length > 0 ? ['update'] : ['update', 'delete'];
  return { ...row, usedBy, allowed: hasPermission(permissions, 'pricing:write') ? moves : [] };
}

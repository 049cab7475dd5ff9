import { type Static, Type } from 'typebox';
import { Id, Int, nameText, nullable, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { type Admin, hasPermission } from '../access/public.ts';
import { listNames } from './rules.ts';

const List = oneOf(listNames, { description: 'Name of the list' });

const Search = Type.Record(
  Type.String({ pattern: '^[a-zA-Z]{1,40}$' }),
  Type.Union([Type.String({ maxLength: 500 }), Type.Boolean(), Int({ minimum: 0, maximum: 1_000_000 })]),
  {
    additionalProperties: false,
    maxProperties: 40,
    description: 'Filters and order, as in the address of the list in the panel; not validated against the list',
  },
);

const Named = Type.Object({ id: Id, name: Type.String() });

export const SavedView = Type.Object(
  {
    id: Id,
    list: List,
    name: Type.String(),
    search: Search,
    role: nullable(
      Type.Object({ id: Id, name: Type.String() }, { description: 'The role that it is shared with; null if private' }),
    ),
    owner: Named,
    revision: Int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
  },
  { title: 'SavedView' },
);

export const viewQuery = { list: Type.Optional(List) };

const fields = {
  name: nameText(60),
  search: Search,
  role: Type.Optional(
    nullable(
      Type.String({
        maxLength: 100,
        description:
          'Name or id of a role to share it with: your own, or with `*` any that can open the list. Null makes it private',
      }),
    ),
  ),
};
export const CreateViewBody = Type.Object({ list: List, ...fields });
export const UpdateViewBody = Type.Partial(Type.Object(fields));

export type ViewRow = Omit<Static<typeof SavedView>, 'allowed'>;

/** Superadmins look after all shared views, because their owners may have left. */
export const mayChange = ({ owner }: ViewRow, { id, permissions }: Pick<Admin, 'id' | 'permissions'>): boolean =>
  owner.id === id || hasPermission(permissions, '*');

export const showView = (row: ViewRow, caller: Pick<Admin, 'id' | 'permissions'>) => ({
  ...row,
  allowed: mayChange(row, caller) ? ['update', 'delete'] : [],
});

import { answer, api } from '../api/client.ts';

/** What the palette looks up while one types: a line for each kind of thing. */
export interface Found {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly href: string;
}

export interface Finder {
  /** The menu's word for the group. */
  readonly group: 'admins';
  readonly may: string;
  readonly find: (query: string, signal: AbortSignal) => Promise<Found[]>;
}

export const finders: readonly Finder[] = [
  {
    group: 'admins',
    may: '*',
    find: async (q, signal) => {
      const { items } = await answer(api.GET('/v1/admin/admins', { params: { query: { q, limit: 5 } }, signal }));
      return items.map(({ id, name, email }) => ({ id, label: name, hint: email, href: `/admins/${id}` }));
    },
  },
];

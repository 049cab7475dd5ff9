import { api, unwrap } from '../api/client.ts';
import { readable } from '../words/define.ts';

/** What the palette looks up while one types: a line for each kind of thing. */
export interface Found {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly href: string;
}

export interface Finder {
  /** The menu's word for the group. */
  readonly group: 'admins' | 'approvals' | 'series' | 'users';
  /** Null: everyone, and the server shows each what is theirs. */
  readonly may: string | null;
  readonly find: (query: string, signal: AbortSignal) => Promise<Found[]>;
}

export const finders: readonly Finder[] = [
  {
    group: 'admins',
    may: '*',
    find: async (q, signal) => {
      const { items } = await unwrap(api.GET('/v1/admin/admins', { params: { query: { q, limit: 5 } }, signal }));
      return items.map(({ id, name, email }) => ({ id, label: name, hint: email, href: `/admins/${id}` }));
    },
  },
  {
    group: 'users',
    may: 'users:read',
    find: async (q, signal) => {
      const { items } = await unwrap(api.GET('/v1/admin/users', { params: { query: { q, limit: 5 } }, signal }));
      return items.map(({ id, displayName, email, phoneE164 }) => ({
        ...{ id, label: displayName ?? email ?? phoneE164 ?? id, href: `/users/${id}` },
        hint: [email, phoneE164].filter((one) => one !== null).join(' · ') || id,
      }));
    },
  },
  {
    group: 'series',
    may: 'catalog:read',
    find: async (q, signal) => {
      const { items } = await unwrap(api.GET('/v1/admin/series', { params: { query: { q, limit: 5 } }, signal }));
      return items.map(({ id, title, slug }) => ({ id, label: title, hint: slug, href: `/series/${id}` }));
    },
  },
  {
    group: 'approvals',
    may: null,
    find: async (q, signal) => {
      const query = { status: 'pending', limit: 50 } as const;
      const { items } = await unwrap(api.GET('/v1/admin/approvals', { params: { query }, signal }));
      return items
        .map(({ id, kind, payload, targetId, requestedBy }) => ({
          ...{ id, label: typeof payload.name === 'string' ? payload.name : targetId, href: `/approvals/${id}` },
          hint: `${readable(kind)} · ${requestedBy.email}`,
        }))
        .filter(({ label, hint }) => `${label} ${hint}`.toLowerCase().includes(q.toLowerCase()));
    },
  },
];

import {
  type Icon,
  IconCalendar,
  IconChecklist,
  IconClockPlay,
  IconCloudUpload,
  IconHistory,
  IconMovie,
  IconPhoto,
  IconShieldLock,
  IconUserSearch,
  IconUsers,
  IconWebhook,
} from '../ui/icons.ts';
import type { Key } from '../words/define.ts';
import type { shellWords } from './words.ts';

/**
 * The menu as a table. An entry shows when its route is in the router and the admin holds one of its permissions, so a
 * screen appears here by itself once its route is there.
 */
export interface MenuEntry {
  readonly to: string;
  readonly label: Key<(typeof shellWords)['en']['menu']>;
  readonly icon: Icon;
  /** Any one of these is enough; none means everyone who is signed in. */
  readonly may: readonly string[];
  /** Pressed after g. */
  readonly key: string;
}

export interface MenuGroup {
  readonly label: Key<(typeof shellWords)['en']['menu']>;
  readonly entries: readonly MenuEntry[];
}

export const menu: readonly MenuGroup[] = [
  {
    label: 'work',
    entries: [
      { to: '/approvals', label: 'approvals', icon: IconChecklist, may: [], key: 'p' },
      { to: '/users', label: 'users', icon: IconUserSearch, may: ['users:read'], key: 'u' },
    ],
  },
  {
    label: 'content',
    entries: [
      { to: '/series', label: 'series', icon: IconMovie, may: ['catalog:read'], key: 's' },
      { to: '/calendar', label: 'calendar', icon: IconCalendar, may: ['publishing:read'], key: 'c' },
      { to: '/uploads', label: 'uploads', icon: IconCloudUpload, may: ['catalog:write'], key: 'i' },
      { to: '/library', label: 'library', icon: IconPhoto, may: ['catalog:read'], key: 'm' },
    ],
  },
  {
    label: 'team',
    entries: [
      { to: '/admins', label: 'admins', icon: IconUsers, may: ['*'], key: 'a' },
      { to: '/roles', label: 'roles', icon: IconShieldLock, may: ['*'], key: 'r' },
    ],
  },
  {
    label: 'system',
    entries: [
      { to: '/audit', label: 'audit', icon: IconHistory, may: ['audit:read'], key: 'l' },
      { to: '/jobs', label: 'jobs', icon: IconClockPlay, may: ['system:read'], key: 'j' },
      { to: '/webhooks', label: 'webhooks', icon: IconWebhook, may: ['system:read'], key: 'w' },
    ],
  },
];

export const holds = (held: readonly string[], permission: string): boolean =>
  held.includes('*') || held.includes(permission);

export const mayOpen = (held: readonly string[], entry: MenuEntry): boolean =>
  entry.may.length === 0 || entry.may.some((permission) => holds(held, permission));

/** The menu as one admin sees it. */
export function menuFor(held: readonly string[], exists: (path: string) => boolean): MenuGroup[] {
  return menu
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => exists(entry.to) && mayOpen(held, entry)) }))
    .filter((group) => group.entries.length > 0);
}

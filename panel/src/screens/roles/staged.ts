import type { Schema } from '../../api/client.ts';
import { permissions } from '../../api/contract.ts';
import { fieldsOf } from '../../ui/diff.tsx';
import { isTextList, useDraft } from '../../ui/draft.ts';

export type Role = Schema<'Role'>;

/** What one edit adds and takes away, and the edition of the role that it began with. */
export interface Draft {
  readonly base: Role;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The server said that someone else was faster. */
  readonly stale: boolean;
}

const has = (list: readonly string[], permission: string): boolean => list.includes(permission);
const without = (list: readonly string[], one: string): string[] => list.filter((each) => each !== one);

export const permissionsOf = ({ base, added, removed }: Draft): string[] => [
  ...base.permissions.filter((permission) => !removed.includes(permission)),
  ...added,
];

function toggled(draft: Draft, permission: string): Draft {
  const { base, added, removed } = draft;
  if (has(base.permissions, permission)) {
    const isGone = removed.includes(permission);
    return { ...draft, removed: isGone ? without(removed, permission) : [...removed, permission] };
  }
  return { ...draft, added: added.includes(permission) ? without(added, permission) : [...added, permission] };
}

/** The same wishes on top of what someone else has saved meanwhile. */
function rebased({ added, removed }: Draft, base: Role): Draft {
  return {
    base,
    added: added.filter((permission) => !has(base.permissions, permission)),
    removed: removed.filter((permission) => has(base.permissions, permission)),
    stale: false,
  };
}

const isEmpty = ({ added, removed }: Draft): boolean => added.length === 0 && removed.length === 0;

export type PermissionMark = 'held' | 'none' | 'locked' | 'added' | 'removed';

export interface StagedRoles {
  readonly drafts: readonly Draft[];
  readonly markOf: (role: Role, permission: string) => PermissionMark;
  readonly toggle: (role: Role, permission: string) => void;
  readonly discard: (id: string) => void;
  readonly setStale: (id: string) => void;
  readonly rebase: (role: Role) => void;
}

export const holdsAll = (role: Role): boolean => role.permissions.includes('*');
export const isLocked = (role: Role, permission: string): boolean =>
  holdsAll(role) || role.baseline.includes(permission);

type Drafts = Readonly<Record<string, Draft>>;

const isDrafts = (value: unknown): value is Drafts =>
  Object.values(fieldsOf(value)).every((draft) => {
    const { base, added, removed } = fieldsOf(draft);
    return isTextList(fieldsOf(base).permissions) && isTextList(added) && isTextList(removed);
  });

/** The name of the draft that holds them. */
export const stagedDraft = 'roles';

/** Edits that wait to be saved, role by role. */
export function useStaged(): StagedRoles {
  const [drafts = {}, setDrafts] = useDraft(stagedDraft, isDrafts);
  const put = (id: string, next: Draft | undefined) =>
    setDrafts(({ [id]: _before, ...others } = {}) => (next && !isEmpty(next) ? { ...others, [id]: next } : others));
  const fresh = (base: Role): Draft => ({ base, added: [], removed: [], stale: false });
  return {
    drafts: Object.values(drafts),
    markOf: (role, permission) => {
      if (isLocked(role, permission)) return 'locked';
      const { base, added, removed } = drafts[role.id] ?? fresh(role);
      if (added.includes(permission)) return 'added';
      if (removed.includes(permission)) return 'removed';
      return has(base.permissions, permission) ? 'held' : 'none';
    },
    toggle: (role, permission) => put(role.id, toggled(drafts[role.id] ?? fresh(role), permission)),
    discard: (id) => put(id, undefined),
    setStale: (id) => {
      const draft = drafts[id];
      if (draft) put(id, { ...draft, stale: true });
    },
    rebase: (role) => {
      const draft = drafts[role.id];
      if (draft) put(role.id, rebased(draft, role));
    },
  };
}

export interface PermissionGroup {
  readonly name: string;
  readonly permissions: readonly string[];
}

/** Every permission of the contract, and any other that a role turns out to have, by its group. */
export function groupsOf(roles: readonly Role[]): PermissionGroup[] {
  const all = new Set<string>([...permissions, ...roles.flatMap((role) => role.permissions)]);
  all.delete('*');
  const groups = new Map<string, string[]>();
  for (const permission of all) {
    const [name = permission] = permission.split(':');
    groups.set(name, [...(groups.get(name) ?? []), permission]);
  }
  return [...groups].map(([name, named]) => ({ name, permissions: named }));
}

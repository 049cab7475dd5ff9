import { Button, Group } from '@mantine/core';
import { useEffect } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Text } from '../../ui/box.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './drawer.module.css';
import { type Draft, permissionsOf, type Role, type StagedRoles } from './staged.ts';
import { roleWords } from './words.ts';

/** Saved already, be it by one's own attempt whose answer was lost: nothing of the draft is left to be saved. */
function isSavedIn(draft: Draft, { id, revision, permissions }: Role): boolean {
  const wanted = permissionsOf(draft).toSorted();
  const isNewer = id === draft.base.id && revision !== draft.base.revision;
  return isNewer && JSON.stringify(wanted) === JSON.stringify(permissions.toSorted());
}

interface ConflictsProps {
  roles: readonly Role[];
  staged: StagedRoles;
}

/** Someone else's edition beside one's own, for each role that was saved meanwhile. Nothing is lost before one chose. */
export function Conflicts({ roles, staged }: ConflictsProps) {
  const saved = staged.drafts.filter((draft) => roles.some((role) => isSavedIn(draft, role)));
  useEffect(() => {
    for (const { base } of saved) staged.discard(base.id);
  });
  return staged.drafts.map((draft) => {
    const theirs = roles.find(({ id }) => id === draft.base.id);
    if (!draft.stale || !theirs || saved.includes(draft) || theirs.revision === draft.base.revision) return null;
    return <RoleConflict key={theirs.id} draft={draft} theirs={theirs} staged={staged} />;
  });
}

interface RoleConflictProps {
  draft: Draft;
  theirs: Role;
  staged: StagedRoles;
}

function RoleConflict({ draft, theirs, staged }: RoleConflictProps) {
  const t = useWords(roleWords);
  const word = useServerWord();
  const yours = permissionsOf(draft);
  const began = draft.base.permissions;
  const all = [...new Set([...began, ...theirs.permissions, ...yours])];
  const has = (list: readonly string[], permission: string) => list.includes(permission);
  const differing = all.filter(
    (one) => has(began, one) !== has(theirs.permissions, one) || has(began, one) !== has(yours, one),
  );
  return (
    <Text as="div" mb="lg">
      <Alert tone="warning" role="alert" title={t('conflict.title', { role: word('role', theirs.name, theirs.name) })}>
        <Text as="p" mb="sm">
          {t('conflict.text')}
        </Text>
        <table className={classes.versions}>
          <thead>
            <tr>
              <th scope="col">{t('permission')}</th>
              <th scope="col">{t('conflict.began')}</th>
              <th scope="col">{t('conflict.now')}</th>
              <th scope="col">{t('conflict.yours')}</th>
            </tr>
          </thead>
          <tbody>
            {differing.map((permission) => (
              <tr key={permission}>
                <th scope="row">{word('permission', permission)}</th>
                {[began, theirs.permissions, yours].map((list, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: three columns that never move
                  <td key={index} data-changed={has(list, permission) !== has(began, permission) || undefined}>
                    {t(has(list, permission) ? 'conflict.yes' : 'conflict.no')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <Group mt="sm" gap="xs">
          <Button variant="default" onClick={() => staged.discard(theirs.id)}>
            {t('conflict.takeTheirs')}
          </Button>
          <Button variant="default" onClick={() => staged.rebase(theirs)}>
            {t('conflict.reapply')}
          </Button>
        </Group>
      </Alert>
    </Text>
  );
}

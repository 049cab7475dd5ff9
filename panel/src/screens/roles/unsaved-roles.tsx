import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { change } from '../../api/change.ts';
import { invalidateAfter } from '../../api/invalidate.ts';
import { useReview } from '../../app/review/provider.tsx';
import { UnsavedBar, UnsavedLine } from '../../ui/unsaved-bar.tsx';
import { useDiscard } from '../../ui/use-discard.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { type Draft, permissionsOf, type Role, type StagedRoles, stagedDraft } from './staged.ts';
import { roleWords } from './words.ts';

interface UnsavedRolesProps {
  roles: readonly Role[];
  staged: StagedRoles;
}

/** What waits to be saved, role by role: each role is an edition of its own, and is saved as one. */
export function UnsavedRoles({ roles, staged }: UnsavedRolesProps) {
  const t = useWords(roleWords);
  return (
    <UnsavedBar label={t('unsaved.title')} shown={staged.drafts.length > 0}>
      {staged.drafts.map((draft) => (
        <DraftLine
          key={draft.base.id}
          draft={draft}
          holders={roles.find(({ id }) => id === draft.base.id)?.admin_count ?? draft.base.admin_count}
          staged={staged}
        />
      ))}
    </UnsavedBar>
  );
}

interface DraftLineProps {
  draft: Draft;
  holders: number;
  staged: StagedRoles;
}

function DraftLine({ draft, holders, staged }: DraftLineProps) {
  const t = useWords(roleWords);
  const word = useServerWord();
  const review = useReview();
  const client = useQueryClient();
  const discard = useDiscard();
  const { base, added, removed } = draft;
  const role = word('role', base.name, base.name);
  const affects = t('unsaved.affects', { count: holders });
  const summary = [
    added.length > 0 && t('unsaved.added', { count: added.length, role }),
    removed.length > 0 && t('unsaved.removed', { count: removed.length, role }),
    affects,
  ];
  const save = () =>
    review.open({
      title: t('sheet.title', { role }),
      intro: t('sheet.text', { affects }),
      confirmLabel: t('sheet.confirm'),
      change: change('PUT', '/v1/admin/roles/{id}', {
        path: { id: base.id },
        body: { permissions: permissionsOf(draft) },
        ifMatch: `"${base.revision}"`,
      }),
      onDone: () => staged.discard(base.id),
      onRefused: (error) => {
        if (error.code !== 'stale_write') return false;
        staged.setStale(base.id);
        invalidateAfter(client, ['/v1/admin/roles']);
        return true;
      },
    });
  return (
    <UnsavedLine summary={summary.filter(Boolean).join(', ')}>
      <Button variant="subtle" color="gray" onClick={() => discard(stagedDraft, () => staged.discard(base.id))}>
        {t('unsaved.discard')}
      </Button>
      <Button onClick={save}>{t('unsaved.save')}</Button>
    </UnsavedLine>
  );
}

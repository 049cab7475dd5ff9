import { useDisabledReason } from '../../app/disabled-reason.ts';
import { useSession } from '../../app/session.ts';
import { useWords } from '../../words/define.ts';
import { editorWords } from './editor-words.ts';
import { lockWords } from './lock-words.ts';
import type { Series } from './queries.ts';

/** Why a file of a series or an episode cannot be chosen now; undefined where it can. */
export function useFileBlock({
  status,
  allowed,
  lockedFields,
}: Pick<Series, 'status' | 'allowed' | 'lockedFields'>): (field: string) => string | undefined {
  const t = useWords(editorWords);
  const why = t(`locked.${lockWords[status]}`);
  const { can } = useSession();
  const blocked = useDisabledReason(allowed, 'catalog:write')('update', why);
  // After the draft, what the state locks is replaced by who may publish.
  const replaces = useDisabledReason(can('publishing:write') ? ['replace'] : [], 'publishing:write')('replace');
  return (field) => blocked ?? (lockedFields.includes(field) ? replaces : undefined);
}

import { useSession } from '../../app/session.ts';
import { uiWords } from '../../ui/words.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { editorWords } from './editor-words.ts';
import { lockWords } from './lock-words.ts';
import type { Field, GridRow } from './staged-episodes.ts';

/** Why a cell cannot be edited, by permission or by the state of its episode. */
export function useLocks(): (row: GridRow, field: Field) => string | undefined {
  const t = useWords(editorWords);
  const ui = useWords(uiWords);
  const word = useServerWord();
  const { can } = useSession();
  return ({ episode }, field) => {
    if (!can('catalog:write')) return ui('blocked.permission', { permission: word('permission', 'catalog:write') });
    if (!episode?.lockedFields.includes(field)) return undefined;
    return t(`locked.${lockWords[episode.status]}`);
  };
}

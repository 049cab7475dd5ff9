import { useQuery } from '@tanstack/react-query';
import { ActionHistory } from '../../app/action-history.tsx';
import { useShownValue } from '../../app/review/effects-view.tsx';
import { useSession } from '../../app/session.ts';
import { UndoLine } from '../../app/undo.tsx';
import { Box, Text } from '../../ui/box.tsx';
import { Diff } from '../../ui/diff.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconLock } from '../../ui/icons.ts';
import { ActingAdmin } from '../../ui/person.tsx';
import { useWords } from '../../words/define.ts';
import { useReasonWord, useServerWord } from '../../words/server.ts';
import classes from './editor.module.css';
import { editorWords } from './editor-words.ts';
import { historyQuery } from './queries.ts';

/** What was done to a series, by whom and why. */
export function SeriesHistory({ id }: { id: string }) {
  const t = useWords(editorWords);
  const word = useServerWord();
  const { can } = useSession();
  if (can('audit:read')) return <Entries id={id} />;
  const permission = word('permission', 'audit:read');
  return <EmptyState icon={IconLock} title={t('tabs.history')} text={t('historyBlocked', { permission })} />;
}

function Entries({ id }: { id: string }) {
  const t = useWords(editorWords);
  const word = useServerWord();
  const reasonWord = useReasonWord();
  const valueName = useShownValue();
  const history = useQuery(historyQuery('series', id));
  return (
    <ActionHistory
      query={history}
      lines={6}
      empty={
        <Text as="p" tone="muted">
          {t('noHistory')}
        </Text>
      }
      detail={(entry) => {
        const { admin_name: name, admin_email: email, reason, before, after } = entry;
        return (
          <>
            <Text as="p" tone="muted">
              <ActingAdmin name={name} email={email} />
              {reason !== null && (
                <>
                  {' · '}
                  <bdi>{reasonWord(reason)}</bdi>
                </>
              )}
            </Text>
            {(before !== null || after !== null) && (
              <Box className={classes.entry} framed="plain" mt="xs">
                <Diff before={before} after={after} fieldName={(field) => word('field', field)} valueName={valueName} />
              </Box>
            )}
            <UndoLine entry={entry} />
          </>
        );
      }}
    />
  );
}

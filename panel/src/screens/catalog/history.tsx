import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../api/loaded.tsx';
import { useShownValue } from '../../app/review/effects-view.tsx';
import { useSession } from '../../app/session.ts';
import { Diff } from '../../ui/diff.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconLock } from '../../ui/icons.ts';
import { ActingAdmin } from '../../ui/person.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { useWords } from '../../words/define.ts';
import { useReasonWord, useServerWord } from '../../words/server.ts';
import classes from './editor.module.css';
import { editorWords } from './editor-words.ts';
import { historyQuery } from './queries.ts';

/** What was done to a series, by whom and why. */
export function SeriesHistory({ id }: { id: string }) {
  const t = useWords(editorWords);
  const word = useServerWord();
  const { may } = useSession();
  if (may('audit:read')) return <Entries id={id} />;
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
    <Loaded query={history} lines={6}>
      {(data) => {
        if (data.length === 0) return <p className={classes.quiet}>{t('noHistory')}</p>;
        return (
          <Timeline
            moments={data.map((entry) => ({
              ...{ id: entry.id, at: entry.created_at, title: word('action', entry.action) },
              text: (
                <>
                  <p className={classes.quiet}>
                    <ActingAdmin name={entry.admin_name} email={entry.admin_email} />
                    {entry.reason !== null && (
                      <>
                        {' · '}
                        <bdi>{reasonWord(entry.reason)}</bdi>
                      </>
                    )}
                  </p>
                  {(entry.before !== null || entry.after !== null) && (
                    <div className={classes.entry}>
                      <Diff
                        before={entry.before}
                        after={entry.after}
                        fieldName={(field) => word('field', field)}
                        valueName={valueName}
                      />
                    </div>
                  )}
                </>
              ),
            }))}
          />
        );
      }}
    </Loaded>
  );
}

import { Progress, Tooltip } from '@mantine/core';
import { useFormat } from '../../ui/format.ts';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './list.module.css';
import type { Episode, Series, SeriesState } from './queries.ts';
import { isTranslated, readinessOf } from './readiness.ts';
import { seriesWords } from './words.ts';

export function StatePill({ state }: { state: SeriesState }) {
  const word = useServerWord();
  return <StatusPill tone={toneOf(state)}>{word('status', state)}</StatusPill>;
}

/** How far a series is, and on hover what it lacks. A list does not know the episodes, and says no more than it knows. */
export function ReadinessMeter({ series, episodes }: { series: Series; episodes?: readonly Episode[] | undefined }) {
  const t = useWords(seriesWords);
  const format = useFormat();
  const { missing, total, isReady } = readinessOf(series, episodes);
  const done = total - missing.length;
  const list = format.list(missing.map((check) => t(`check.${check}`)));
  const whole = t(isReady ? 'ready' : 'detailsReady');
  const text = missing.length === 0 ? whole : t('readyOf', { done, total });
  return (
    <Tooltip label={missing.length === 0 ? whole : t('missing', { list })}>
      <span className={classes.readiness}>
        <Progress
          value={(100 * done) / total}
          size={4}
          color={isReady ? 'teal' : 'iris'}
          className={classes.meter ?? ''}
          aria-hidden
        />
        {text}
      </span>
    </Tooltip>
  );
}

/** The languages it is for, those without a title dimmed. */
export function LanguageMarks({ series }: { series: Series }) {
  const t = useWords(seriesWords);
  const word = useServerWord();
  return (
    <span className={classes.languages}>
      {series.targetLanguages.map((code) => {
        const isThere = isTranslated(series, code);
        return (
          <Tooltip key={code} label={t(isThere ? 'translated' : 'untranslated', { language: word('language', code) })}>
            <span className={classes.language} data-missing={!isThere || undefined}>
              {code.toUpperCase()}
            </span>
          </Tooltip>
        );
      })}
    </span>
  );
}

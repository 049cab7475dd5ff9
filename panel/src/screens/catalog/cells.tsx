import { Progress, Tooltip } from '@mantine/core';
import { useFormat } from '../../ui/format.ts';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './list.module.css';
import type { Series, SeriesState } from './queries.ts';
import { checks, isTranslated, missingIn } from './readiness.ts';
import { seriesWords } from './words.ts';

export function StatePill({ state }: { state: SeriesState }) {
  const word = useServerWord();
  return <StatusPill tone={toneOf(state)}>{word('status', state)}</StatusPill>;
}

/** How whole a series is, and on hover what it lacks. */
export function ReadinessMeter({ series }: { series: Series }) {
  const t = useWords(seriesWords);
  const format = useFormat();
  const missing = missingIn(series);
  const [done, total] = [checks.length - missing.length, checks.length];
  const list = format.list(missing.map((check) => t(`check.${check}`)));
  const text = missing.length === 0 ? t('ready') : t('readyOf', { done, total });
  return (
    <Tooltip label={missing.length === 0 ? t('ready') : t('missing', { list })}>
      <span className={classes.readiness}>
        <Progress
          value={(100 * done) / total}
          size={4}
          color={missing.length === 0 ? 'teal' : 'iris'}
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

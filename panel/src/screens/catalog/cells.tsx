import { Progress, Tooltip } from '@mantine/core';
import { Inline } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './list.module.css';
import type { Series, SeriesState } from './queries.ts';
import { type Check, isTranslated, readinessOf } from './readiness.ts';
import { seriesWords } from './words.ts';

export function StatePill({ state }: { state: SeriesState }) {
  const word = useServerWord();
  return <StatusPill tone={toneOf(state)}>{word('status', state)}</StatusPill>;
}

/** How far a series is and what viewers would miss most. All that it lacks is shown on hover, or at once where it is whole. */
export function ReadinessMeter({ series, isWhole = false }: { series: Series; isWhole?: boolean }) {
  const t = useWords(seriesWords);
  const format = useFormat();
  const { missing, total, isReady } = readinessOf(series);
  const done = total - missing.length;
  const nameOf = (check: Check) => t(`check.${check}`);
  const all = isReady ? t('ready') : t('missing', { list: format.list(missing.map(nameOf)) });
  const text = isReady ? t('ready') : t('readyOf', { done, total });
  return (
    <Tooltip label={all}>
      <span className={classes.readiness}>
        <Progress
          value={(100 * done) / total}
          size={4}
          color={isReady ? 'teal' : 'iris'}
          className={classes.meter ?? ''}
          aria-hidden
        />
        {text}
        {isWhole && !isReady && <span className={classes.risk}>{all}</span>}
        {!isWhole && series.missing.length > 0 && (
          <span className={classes.risk}>
            {t('missing', { list: format.list(series.missing.map((one) => t(`lacks.${one}`))) })}
          </span>
        )}
      </span>
    </Tooltip>
  );
}

/** The languages it is for, those without a title dimmed. */
export function LanguageMarks({ series }: { series: Series }) {
  const t = useWords(seriesWords);
  const word = useServerWord();
  return (
    <Inline as="span" within align="stretch" gap="2xs">
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
    </Inline>
  );
}

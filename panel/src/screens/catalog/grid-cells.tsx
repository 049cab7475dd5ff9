import { Tooltip } from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';
import { Inline, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { IconAlertTriangle, IconCheck, IconLock, IconMinus } from '../../ui/icons.ts';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { uiWords } from '../../ui/words.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './grid.module.css';
import { gridWords } from './grid-words.ts';
import type { Episode, Series } from './queries.ts';
import { bounds, type Field, type InvalidCell, isNumber } from './staged-episodes.ts';

/** Where the edit goes on when it is kept. */
export type NextCell = 'stay' | 'away' | 'down' | 'up' | 'next' | 'previous';

interface EditCellProps {
  field: Field;
  label: string;
  value: string;
  at: string;
  isCurrent: boolean;
  isChanged: boolean;
  isInvalid: boolean;
  /** Why it cannot be edited; undefined where it can. */
  locked: string | undefined;
  /** What the edit begins with, while there is one. */
  editing: { readonly seed: string | null } | null;
  onEdit: (seed: string | null) => void;
  onKeep: (value: string, nextCell: NextCell) => void;
  onLeave: () => void;
}

/** A cell that is typed in like one of a spreadsheet. */
export function EditCell(props: EditCellProps) {
  const { field, label, value, at, isCurrent, isChanged, isInvalid, locked, editing, onEdit } = props;
  const onKeyDown = (event: KeyboardEvent<HTMLTableCellElement>) => {
    if (event.target !== event.currentTarget || locked !== undefined) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyped = event.key.length === 1 && event.key !== ' ';
    if (event.key !== 'Enter' && event.key !== 'F2' && !isTyped) return;
    event.preventDefault();
    onEdit(isTyped ? event.key : null);
  };
  return (
    <td
      className={classes.edit}
      data-at={at}
      data-number={isNumber(field) || undefined}
      data-changed={isChanged || undefined}
      data-locked={locked}
      data-editing={editing !== null || undefined}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid, which is walked and typed in
      role="gridcell"
      aria-readonly={locked !== undefined}
      aria-invalid={isInvalid || undefined}
      aria-label={`${label}: ${value}${locked === undefined ? '' : `. ${locked}`}`}
      tabIndex={isCurrent ? 0 : -1}
      onKeyDown={onKeyDown}
      onDoubleClick={() => locked === undefined && editing === null && onEdit(null)}
    >
      {editing ? (
        <CellInput {...props} seed={editing.seed} />
      ) : (
        <Inline as="span" className={classes.value} gap="xs">
          <bdi>{value}</bdi>
          {locked !== undefined && <IconLock size={11} stroke={1.75} aria-hidden />}
        </Inline>
      )}
    </td>
  );
}

const nextCellOf = ({ key, shiftKey }: KeyboardEvent): NextCell | undefined => {
  if (key === 'Enter') return shiftKey ? 'up' : 'down';
  if (key === 'Tab') return shiftKey ? 'previous' : 'next';
  return undefined;
};

/** Enter and Tab keep what was typed, so does leaving; Escape takes it back. */
function CellInput({ field, label, value, seed, onKeep, onLeave }: EditCellProps & { seed: string | null }) {
  const isOver = useRef(false);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    const nextCell = nextCellOf(event);
    if (nextCell === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    isOver.current = true;
    if (nextCell === undefined) onLeave();
    else onKeep(event.currentTarget.value, nextCell);
  };
  return (
    <input
      className={classes.input}
      aria-label={label}
      inputMode={isNumber(field) ? 'numeric' : 'text'}
      // biome-ignore lint/a11y/noAutofocus: it appears where the focus is
      autoFocus
      defaultValue={seed ?? value}
      onFocus={(event) => seed === null && event.currentTarget.select()}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        const isInRow = currentTarget.closest('tr')?.contains(relatedTarget) ?? false;
        if (!isOver.current) onKeep(currentTarget.value, isInRow ? 'stay' : 'away');
      }}
    />
  );
}

export function MediaCell({ episode }: { episode: Episode | null }) {
  const t = useWords(gridWords);
  const word = useServerWord();
  const status = episode?.media?.status;
  if (!status) return <Text tone="muted">{t('noVideo')}</Text>;
  return <StatusPill tone={toneOf(status)}>{word('status', status)}</StatusPill>;
}

/** Minutes and seconds. */
export function lengthOf(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '–';
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A tick for each language that the series is for. One for a single language is spoken in it, and needs no captions. */
export function CaptionTicks({ episode, series }: { episode: Episode | null; series: Series }) {
  const t = useWords(gridWords);
  const word = useServerWord();
  const lacks = series.targetLanguages.length > 1 ? 'lacksCaption' : 'noCaptionNeeded';
  return (
    <Inline as="span" within align="stretch">
      {series.targetLanguages.map((code) => {
        const isThere = episode?.captions.some(({ lang }) => lang === code) ?? false;
        const TickIcon = isThere ? IconCheck : IconMinus;
        const label = t(isThere ? 'hasCaption' : lacks, { language: word('language', code) });
        return (
          <Tooltip key={code} label={label}>
            <Inline
              role="img"
              aria-label={label}
              as="span"
              className={classes.tick}
              within
              gap="3xs"
              size="xs"
              tone="muted"
              data-there={isThere || undefined}
            >
              {code.toUpperCase()}
              <TickIcon size={11} stroke={2.25} aria-hidden />
            </Inline>
          </Tooltip>
        );
      })}
    </Inline>
  );
}

/** What is wrong with the text of a cell for a number. */
export function useCellFault(): (cell: InvalidCell) => string {
  const ui = useWords(uiWords);
  const format = useFormat();
  return ({ field, fault }) => {
    const [min, max] = bounds[field];
    if (fault === 'range') return ui('form.range', { min: format.number(min), max: format.number(max) });
    return ui(`number.${fault}`, { example: format.number(12), decimals: 0 });
  };
}

/** What is wrong with a row, under it. */
export function RowFault({ sentence, columns }: { sentence: string; columns: number }) {
  return (
    <tr className={classes.faultRow}>
      <td colSpan={columns} role="alert">
        <IconAlertTriangle size={13} stroke={1.75} aria-hidden /> {sentence}
      </td>
    </tr>
  );
}

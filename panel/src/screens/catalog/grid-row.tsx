import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { useErrorSentence } from '../../api/error-words.ts';
import { Picture } from '../../app/pictures.tsx';
import { Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { IconCalendar, IconChevronRight, IconGripVertical } from '../../ui/icons.ts';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { EpisodePriceLink } from '../pricing/public.ts';
import { MoveDrawer } from '../publishing/public.ts';
import type { Schedule } from '../publishing/queries.ts';
import { StatePill } from './cells.tsx';
import classes from './grid.module.css';
import { CaptionTicks, EditCell, lengthOf, MediaCell, type NextCell, RowFault, useCellFault } from './grid-cells.tsx';
import { gridWords } from './grid-words.ts';
import type { Series } from './queries.ts';
import { editable, type Field, firstInvalid, type GridRow } from './staged-episodes.ts';
import type { Reorder } from './use-reorder.ts';

/** In the order of the columns; the first is the box. */
export const columns = [
  ...(['select', 'episodeNumber', 'title', 'synopsis', 'cliffhanger_score'] as const),
  ...(['status', 'media', 'duration', 'captions', 'price', 'schedule'] as const),
] as const;

export interface Editing {
  readonly key: string;
  readonly field: Field;
  readonly seed: string | null;
}

interface EpisodeRowProps {
  series: Series;
  row: GridRow;
  index: number;
  current: { readonly row: number; readonly column: number };
  schedule: Schedule | undefined;
  /** Where its thumbnail is. */
  thumb: string | undefined;
  reorder: Reorder;
  isSelected: boolean;
  onSelect: () => void;
  editing: Editing | null;
  /** Why a field of this row cannot be edited. */
  lockOf: (row: GridRow, field: Field) => string | undefined;
  onEdit: (field: Field, seed: string | null) => void;
  onKeep: (field: Field, value: string, nextCell: NextCell) => void;
  onLeave: (field: Field) => void;
}

const fieldWords = {
  episodeNumber: 'number',
  title: 'title',
  synopsis: 'synopsis',
  cliffhanger_score: 'score',
} as const;

export function EpisodeRow(props: EpisodeRowProps) {
  const { series, row, index, current, schedule, isSelected, onSelect, editing, lockOf } = props;
  const t = useWords(gridWords);
  const sentence = useErrorSentence();
  const cellFault = useCellFault();
  const { episode, cells, changed, invalid, fault } = row;
  const faults = [
    ...invalid.map((cell) => `${t(fieldWords[cell.field])}: ${cellFault(cell)}`),
    ...(fault ? [sentence(fault)] : []),
  ];
  const number = cells.episodeNumber;
  const at = (column: (typeof columns)[number]) => `${index}:${columns.indexOf(column)}`;
  const isAt = (column: (typeof columns)[number]) =>
    current.row === index && current.column === columns.indexOf(column);
  const shown = (column: (typeof columns)[number]) => ({ 'data-at': at(column), tabIndex: isAt(column) ? 0 : -1 });
  return (
    <Fragment>
      <tr
        data-new={episode === null || undefined}
        data-fault={faults.length > 0 || undefined}
        {...props.reorder.rowProps(row)}
      >
        <td className={classes.box}>
          {props.reorder.canMove(row) && (
            <span className={classes.grip} title={t('drag', { number })} {...props.reorder.handleProps(row)}>
              <IconGripVertical size={14} stroke={1.75} aria-hidden />
            </span>
          )}
          <Checkbox
            size="xs"
            aria-label={t('selectRow', { number })}
            {...shown('select')}
            disabled={episode === null}
            checked={isSelected}
            onChange={onSelect}
          />
        </td>
        {editable.map((field) => (
          <EditCell
            key={field}
            field={field}
            value={cells[field]}
            at={at(field)}
            isCurrent={isAt(field)}
            label={t('edit', { field: t(fieldWords[field]), number })}
            isChanged={changed.includes(field)}
            isInvalid={firstInvalid(row) === field || invalid.some((cell) => cell.field === field)}
            locked={lockOf(row, field)}
            editing={editing?.key === row.key && editing.field === field ? editing : null}
            onEdit={(seed) => props.onEdit(field, seed)}
            onKeep={(value, nextCell) => props.onKeep(field, value, nextCell)}
            onLeave={() => props.onLeave(field)}
          />
        ))}
        <td {...shown('status')}>{episode ? <StatePill state={episode.status} /> : t('new')}</td>
        {episode ? (
          <td>
            <Link
              to="/episodes/$id"
              params={{ id: episode.id }}
              className={classes.open}
              title={t('openEpisode', { number })}
              {...shown('media')}
            >
              <Picture src={props.thumb} shape="thumb" />
              <MediaCell episode={episode} />
              <IconChevronRight size={12} stroke={2} className="points" aria-hidden />
            </Link>
          </td>
        ) : (
          <td {...shown('media')}>
            <MediaCell episode={null} />
          </td>
        )}
        <td {...shown('duration')} data-number>
          {lengthOf(episode?.media?.durationS)}
        </td>
        <td {...shown('captions')}>
          <CaptionTicks episode={episode} series={series} />
        </td>
        <td data-number>
          <EpisodePriceLink
            seriesId={series.id}
            episodeId={episode?.id}
            className={classes.open ?? ''}
            {...shown('price')}
          />
        </td>
        <WhenCell schedule={schedule} number={number} place={shown('schedule')} />
      </tr>
      {faults.length > 0 && <RowFault sentence={faults.join(' ')} columns={columns.length} />}
    </Fragment>
  );
}

interface WhenCellProps {
  schedule: Schedule | undefined;
  number: string;
  place: { readonly 'data-at': string; readonly tabIndex: number };
}

/** When it goes live; who may move the date does so from here. */
function WhenCell({ schedule, number, place }: WhenCellProps) {
  const t = useWords(gridWords);
  const format = useFormat();
  const [isMoving, setMoving] = useState(false);
  if (!schedule?.allowed.includes('move')) {
    return (
      <td {...place}>
        <When schedule={schedule} />
      </td>
    );
  }
  const label = t('moveDate', { number });
  return (
    <td>
      <button
        type="button"
        className={classes.open}
        aria-haspopup="dialog"
        title={label}
        aria-label={`${label}: ${format.dayTime(schedule.runAt)}`}
        onClick={() => setMoving(true)}
        {...place}
      >
        <When schedule={schedule} />
        <IconCalendar size={12} stroke={2} aria-hidden />
      </button>
      {isMoving && <MoveDrawer schedule={schedule} onClose={() => setMoving(false)} />}
    </td>
  );
}

/** The day and the time in UTC; the year is on hover. */
function When({ schedule }: { schedule: Schedule | undefined }) {
  const format = useFormat();
  const word = useServerWord();
  if (!schedule) return <Text tone="muted">–</Text>;
  if (schedule.status === 'failed') return <StatusPill tone={toneOf('failed')}>{word('status', 'failed')}</StatusPill>;
  const { runAt } = schedule;
  return <Time at={runAt}>{format.dayTime(runAt)}</Time>;
}

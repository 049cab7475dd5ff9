import { Button, Checkbox, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { type PictureOf, usePictures } from '../../app/pictures.tsx';
import { useSession } from '../../app/session.ts';
import { Box } from '../../ui/box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useGridKeys } from '../../ui/grid-keys.ts';
import { IconPlus } from '../../ui/icons.ts';
import { WorkTable } from '../../ui/work-table.tsx';
import { useWords } from '../../words/define.ts';
import { useTitleOf } from '../../words/title.ts';
import { openSchedulesQuery, type Schedule } from '../publishing/queries.ts';
import classes from './grid.module.css';
import { GridBar } from './grid-bar.tsx';
import { columns, EpisodeRow } from './grid-row.tsx';
import { gridWords } from './grid-words.ts';
import { type Episode, episodesQuery, type Series } from './queries.ts';
import { type StagedEpisodes, useStagedEpisodes } from './staged-episodes.ts';
import { type CellEdit, useCellEdit } from './use-cell-edit.ts';
import { useLocks } from './use-locks.ts';
import { useMovable, useReorder } from './use-reorder.ts';

/** All episodes of a series as a grid that is edited in place. Edits wait until they are saved together. */
export function EpisodeGrid({ series }: { series: Series }) {
  const { can } = useSession();
  const episodes = useQuery(episodesQuery(series.id));
  const { data: schedules } = useQuery({ ...openSchedulesQuery(series.id), enabled: can('publishing:read') });
  return (
    <Loaded query={episodes} lines={8}>
      {(data) => <Grid series={series} episodes={data} schedules={schedules ?? new Map()} />}
    </Loaded>
  );
}

interface GridProps {
  series: Series;
  episodes: readonly Episode[];
  schedules: ReadonlyMap<string, Schedule>;
}

function Grid({ series, episodes, schedules }: GridProps) {
  const t = useWords(gridWords);
  const { can } = useSession();
  const staged = useStagedEpisodes(series.id, episodes);
  const keys = useGridKeys(staged.rows.length, columns.length);
  const lockOf = useLocks();
  const edit = useCellEdit(staged, lockOf, keys.focusAt);
  const pictureOf = usePictures(episodes.map(pictureIdOf));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const mayAdd = can('catalog:write') && series.status !== 'archived';
  const help = useId();
  const canMove = useMovable(series);
  // A row changes places with its neighbour, so both must be free to.
  const isOrdered = staged.rows.some((row, at) => at > 0 && [row, staged.rows[at - 1] ?? row].every(canMove));
  const addButton = useRef<HTMLButtonElement>(null);
  return (
    <WorkTable
      onFocusLost={() => (staged.rows.length === 0 ? addButton.current?.focus() : keys.focusAt(keys.current))}
      above={
        <>
          <span id={help}>{isOrdered ? `${t('keys')} ${t('orderKeys')}` : t('keys')}</span>
          {mayAdd && (
            <Button ref={addButton} variant="default" leftSection={<IconPlus size={14} />} onClick={edit.add}>
              {t('add')}
            </Button>
          )}
        </>
      }
    >
      {staged.rows.length === 0 ? (
        <EmptyState title={t('empty.title')} text={t('empty.text')} />
      ) : (
        <Table
          series={series}
          schedules={schedules}
          staged={staged}
          keys={keys}
          edit={edit}
          lockOf={lockOf}
          pictureOf={pictureOf}
          selected={selected}
          help={help}
          onSelect={setSelected}
        />
      )}
      <GridBar
        series={series}
        staged={staged}
        chosen={episodes.filter(({ id }) => selected.has(id))}
        onClear={() => setSelected(new Set())}
        onFocusCell={(row, field) => keys.focusAt({ row: staged.rows.indexOf(row), column: columns.indexOf(field) })}
      />
    </WorkTable>
  );
}

/** The thumbnail that was chosen, or else what the video begins with. */
const pictureIdOf = ({ thumb_asset_id: thumb, mediaAssetId }: Episode): string | null => thumb ?? mediaAssetId;

interface TableProps extends Pick<GridProps, 'series' | 'schedules'> {
  staged: StagedEpisodes;
  keys: ReturnType<typeof useGridKeys>;
  edit: CellEdit;
  lockOf: ReturnType<typeof useLocks>;
  pictureOf: PictureOf;
  selected: ReadonlySet<string>;
  onSelect: (keys: ReadonlySet<string>) => void;
  help: string;
}

function Table(props: TableProps) {
  const { series, schedules, staged, keys, edit, lockOf, pictureOf, selected, onSelect, help } = props;
  const t = useWords(gridWords);
  const titleOf = useTitleOf();
  const { rows } = staged;
  const reorder = useReorder(series, staged, keys.focusAt);
  const [hint, setHint] = useState<{ target: HTMLElement; text: string } | null>(null);
  const show = (element: EventTarget) => {
    const locked = element instanceof HTMLElement ? element.closest<HTMLElement>('[data-locked]') : null;
    setHint(locked?.dataset.locked ? { target: locked, text: locked.dataset.locked } : null);
  };
  const toggle = (key: string) => {
    const rest = [...selected].filter((one) => one !== key);
    onSelect(new Set(selected.has(key) ? rest : [...rest, key]));
  };
  return (
    <Box framed="raised" scrolls>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose cells are walked
        role="grid"
        ref={keys.ref}
        className={classes.table}
        aria-label={t('label', { title: titleOf(series) })}
        aria-describedby={help}
        onKeyDown={keys.onKeyDown}
        onPointerOver={(event) => show(event.target)}
        onPointerLeave={() => setHint(null)}
        onFocus={(event) => {
          keys.onFocus(event);
          show(event.target);
        }}
        onBlur={() => setHint(null)}
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column} className={classes[column]} />
          ))}
        </colgroup>
        <Head episodes={rows.flatMap(({ episode }) => episode?.id ?? [])} selected={selected} onSelect={onSelect} />
        <tbody>
          {rows.map((row, index) => (
            <EpisodeRow
              key={row.key}
              series={series}
              row={row}
              index={index}
              lockOf={lockOf}
              current={keys.current}
              editing={edit.editing}
              schedule={schedules.get(row.key)}
              thumb={pictureOf(row.episode && pictureIdOf(row.episode))}
              reorder={reorder}
              isSelected={selected.has(row.key)}
              onSelect={() => toggle(row.key)}
              onEdit={(field, seed) => edit.begin(row.key, field, seed)}
              onKeep={(field, value, nextCell) => edit.keep(row, field, value, nextCell)}
              onLeave={(field) => edit.leave(row, field)}
            />
          ))}
        </tbody>
      </table>
      {hint && <Tooltip opened target={hint.target} label={hint.text} withinPortal />}
    </Box>
  );
}

interface HeadProps {
  episodes: readonly string[];
  selected: ReadonlySet<string>;
  onSelect: (keys: ReadonlySet<string>) => void;
}

function Head({ episodes, selected, onSelect }: HeadProps) {
  const t = useWords(gridWords);
  const isAll = episodes.length > 0 && episodes.every((id) => selected.has(id));
  return (
    <thead>
      <tr>
        <th scope="col" className={classes.box}>
          <Checkbox
            size="xs"
            aria-label={t('selectAll')}
            checked={isAll}
            indeterminate={selected.size > 0 && !isAll}
            onChange={() => onSelect(new Set(isAll ? [] : episodes))}
          />
        </th>
        {(['number', 'title', 'synopsis', 'score'] as const).map((name) => (
          <th key={name} scope="col" data-number={name === 'number' || name === 'score' || undefined}>
            {t(name)}
          </th>
        ))}
        {(['status', 'media', 'duration', 'captions', 'price', 'schedule'] as const).map((name) => (
          <th key={name} scope="col" data-number={name === 'duration' || name === 'price' || undefined}>
            {t(name)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

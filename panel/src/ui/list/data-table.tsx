import { Checkbox } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { IconChevronDown, IconSelector } from '../icons.ts';
import { useIsNarrow } from '../narrow.ts';
import { usePreferences } from '../preferences.ts';
import classes from './list.module.css';

export type RowLink = Pick<LinkProps, 'to' | 'params' | 'search'>;

export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  /** Numbers stand under each other at the end of the cell. */
  readonly number?: boolean;
  /** Left out on narrow screens. */
  readonly wideOnly?: boolean;
  readonly width?: string;
  /** What the server calls the order by this column, where it has one. */
  readonly sort?: string;
  readonly cell: (row: Row) => ReactNode;
}

/** The order that the rows are in, and how to ask for another. */
export interface Sorting {
  readonly by: string;
  readonly order: 'asc' | 'desc';
  readonly onSort: (by: string, order: 'asc' | 'desc') => void;
}

/** Which rows are marked to be acted on together. */
export interface Selection<Row> {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (keys: ReadonlySet<string>) => void;
  /** What the box of a row is called; `all` is that of the head. */
  readonly label: (row: Row) => string;
  readonly all: string;
}

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first page is on its way. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  linkOf: (row: Row) => RowLink;
  sorting?: Sorting | undefined;
  selection?: Selection<Row> | undefined;
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Rows of one kind. The first cell is the link that opens a row; a click anywhere in the row follows it. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, linkOf, sorting, selection } = props;
  const { density } = usePreferences();
  const isNarrow = useIsNarrow();
  const columns = isNarrow ? props.columns.filter(({ wideOnly }) => !wideOnly) : props.columns;
  return (
    <table className={classes.table} data-density={density} aria-label={label} aria-busy={rows === undefined}>
      <thead>
        <tr>
          {selection && <SelectAll keys={(rows ?? []).map(rowKey)} selection={selection} />}
          {columns.map(({ key, label: name, width, sort, ...column }) => (
            <th
              key={key}
              scope="col"
              style={{ width }}
              {...cellData(column)}
              aria-sort={sort && sort === sorting?.by ? ariaSort[sorting.order] : undefined}
            >
              {sort && sorting ? <SortButton name={name} by={sort} sorting={sorting} /> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows
          ? rows.map((row) => (
              <DataRow
                key={rowKey(row)}
                row={row}
                columns={columns}
                link={linkOf(row)}
                box={selection && <SelectRow rowKey={rowKey(row)} row={row} selection={selection} />}
              />
            ))
          : skeletonRows.map((key, line) => (
              <tr key={key}>
                {selection && <td data-box />}
                {columns.map((column, index) => (
                  <td key={column.key} {...cellData(column)}>
                    <div
                      className={classes.skeleton}
                      style={{ inlineSize: `${70 - ((line * 13 + index * 29) % 40)}%` }}
                    />
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </table>
  );
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

interface SortButtonProps {
  name: string;
  by: string;
  sorting: Sorting;
}

/** The largest and the newest come first; a second press turns the order round. */
function SortButton({ name, by, sorting: { by: current, order, onSort } }: SortButtonProps) {
  const isCurrent = by === current;
  const SortIcon = isCurrent ? IconChevronDown : IconSelector;
  return (
    <button
      type="button"
      className={classes.sort}
      data-order={isCurrent ? order : undefined}
      onClick={() => onSort(by, isCurrent && order === 'desc' ? 'asc' : 'desc')}
    >
      {name}
      <SortIcon size={13} stroke={1.75} aria-hidden />
    </button>
  );
}

const cellData = ({ number }: { number?: boolean }) => ({ 'data-number': number || undefined });

interface DataRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  link: RowLink;
  box: ReactNode;
}

function DataRow<Row>({ row, columns, link, box }: DataRowProps<Row>) {
  return (
    <tr className={classes.row} onClick={followRow} onAuxClick={followRow} onMouseDown={preventScrolling}>
      {box}
      {columns.map((column, index) => (
        <td key={column.key} {...cellData(column)}>
          {index === 0 ? (
            <Link {...link} className={classes.link} data-row-link>
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

interface SelectAllProps<Row> {
  keys: readonly string[];
  selection: Selection<Row>;
}

function SelectAll<Row>({ keys, selection: { selected, onSelect, all } }: SelectAllProps<Row>) {
  const count = keys.filter((key) => selected.has(key)).length;
  return (
    <th scope="col" data-box>
      <Checkbox
        size="xs"
        aria-label={all}
        checked={count > 0 && count === keys.length}
        indeterminate={count > 0 && count < keys.length}
        onChange={() => onSelect(new Set(count === keys.length ? [] : keys))}
      />
    </th>
  );
}

interface SelectRowProps<Row> {
  rowKey: string;
  row: Row;
  selection: Selection<Row>;
}

function SelectRow<Row>({ rowKey, row, selection: { selected, onSelect, label } }: SelectRowProps<Row>) {
  const isOn = selected.has(rowKey);
  const rest = [...selected].filter((key) => key !== rowKey);
  return (
    <td data-box>
      <Checkbox
        size="xs"
        aria-label={label(row)}
        checked={isOn}
        onChange={() => onSelect(new Set(isOn ? rest : [...rest, rowKey]))}
      />
    </td>
  );
}

const middleButton = 1;

const isOnControl = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('a, button, input, [data-box]') !== null;

/** The middle button opens the row in another tab, where the browser would scroll. */
function preventScrolling(event: MouseEvent): void {
  if (event.button === middleButton && !isOnControl(event)) event.preventDefault();
}

/** A click anywhere in the row does what a click on its link does, in another tab too. */
function followRow(event: MouseEvent<HTMLTableRowElement>): void {
  if (isOnControl(event) || window.getSelection()?.toString()) return;
  const { button, ctrlKey, metaKey, shiftKey } = event;
  if (button > middleButton) return;
  const link = event.currentTarget.querySelector<HTMLAnchorElement>('a[data-row-link]');
  if (button === middleButton || ctrlKey || metaKey || shiftKey) {
    if (link) window.open(link.href, '_blank', 'noopener');
    return;
  }
  // What opens gives the focus back to what has it now, and the click has put it on the whole list.
  link?.focus({ preventScroll: true });
  link?.click();
}

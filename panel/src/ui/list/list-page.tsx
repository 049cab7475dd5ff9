import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { LoadedTable } from '../../api/loaded.tsx';
import { useWords } from '../../words/define.ts';
import { Stack } from '../box.tsx';
import { EmptyState } from '../empty-state.tsx';
import { useKeys } from '../keys.ts';
import { uiWords } from '../words.ts';
import { type Column, DataTable, type RowLink, type Selection, type Sorting } from './data-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { Choice, FilterSpec } from './filter-spec.ts';
import { useKeptRow } from './kept-row.ts';
import classes from './list.module.css';
import type { ListName } from './list-tools.ts';
import { Pager } from './pager.tsx';
import { useRowsInSteps } from './row-steps.ts';
import type { ListState } from './search.ts';

export interface ListPageData<Row> {
  readonly items: readonly Row[];
  readonly nextCursor: string | null;
}

interface ListPageProps<Row, S extends ListState> {
  /** What saved views call the list. */
  name: ListName;
  /** Names it to screen readers. */
  label: string;
  search: S;
  onSearch: (next: S) => void;
  filters: readonly FilterSpec<S>[];
  page: UseQueryResult<ListPageData<Row>>;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  linkOf: (row: Row) => RowLink;
  /** Where columns can be sorted by; the address bar holds the order too. */
  sort?: Sorting;
  /** Where rows can be acted on together. */
  selection?: Selection<Row>;
  /** What is shown when there is nothing at all, filters aside. */
  empty: { title: string; text: string; action?: ReactNode };
}

/** Not the room that is kept for one which is on its way. */
const firstFilter = ':is(input, select):not(:disabled)';

const isFiltered = <S extends ListState>(search: S, filters: readonly FilterSpec<S>[]): boolean =>
  filters.some(({ name }) => search[name] !== undefined);

/** A list with its filters, its table and its pages, all of it in the address bar. */
export function ListPage<Row, S extends ListState>(props: ListPageProps<Row, S>) {
  const { name, label, search, filters, page, columns, rowKey, linkOf, sort, selection, empty } = props;
  const t = useWords(uiWords);
  const table = useKeptRow();
  const bar = useRef<HTMLDivElement>(null);
  const move = (step: number) => () => moveFocus(table.current, step);
  useKeys({
    j: move(1),
    k: move(-1),
    ArrowDown: move(1),
    ArrowUp: move(-1),
    '/': () => bar.current?.querySelector<HTMLElement>(firstFilter)?.focus(),
  });

  const { onSearch, set } = useLatestSearch(search, props.onSearch);
  const { rows, isWhole } = useRowsInSteps(page.data?.items);
  const [clears, setClears] = useState(0);
  const clear = () => {
    setClears(clears + 1);
    onSearch(cleared(search, filters));
  };
  return (
    <Stack gap="md">
      <div ref={bar}>
        <FilterBar
          // Begun anew, it forgets what was typed and could not be read.
          key={clears}
          name={name}
          search={search}
          onSet={set}
          filters={filters}
          onClear={isFiltered(search, filters) ? clear : undefined}
          onRefresh={() => void page.refetch()}
          refreshing={page.isFetching && page.data !== undefined}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: what is in it is no set of fields */}
      <div
        ref={table}
        role="group"
        aria-label={label}
        tabIndex={-1}
        className={classes.frame}
        data-stale={page.isPlaceholderData || undefined}
      >
        <LoadedTable query={page}>
          {page.data?.items.length === 0 ? (
            isFiltered(search, filters) ? (
              <EmptyState title={t('list.emptyFiltered')} text={t('list.emptyFilteredText')}>
                <Button variant="default" onClick={clear}>
                  {t('list.clear')}
                </Button>
              </EmptyState>
            ) : (
              <EmptyState title={empty.title} text={empty.text}>
                {empty.action}
              </EmptyState>
            )
          ) : (
            <DataTable
              label={label}
              columns={columns}
              rows={rows}
              rowKey={rowKey}
              linkOf={linkOf}
              sorting={sort}
              selection={selection}
            />
          )}
        </LoadedTable>
      </div>
      {(isWhole || page.error) && (
        <Pager
          search={search}
          onSearch={onSearch}
          nextCursor={page.data?.nextCursor ?? null}
          isLoading={page.isPlaceholderData}
        />
      )}
    </Stack>
  );
}

/**
 * Sets filters one by one. A second filter may be set before the router has rendered the first, so each change builds on
 * the last search that was requested. A changed filter starts at the first page.
 */
function useLatestSearch<S extends ListState>(search: S, go: (next: S) => void) {
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  }, [search]);
  const onSearch = (next: S) => {
    latest.current = next;
    go(next);
  };
  const set = (name: keyof S, value: Choice | undefined) =>
    onSearch({ ...latest.current, cursors: undefined, [name]: value });
  return { onSearch, set };
}

function cleared<S extends ListState>(search: S, filters: readonly FilterSpec<S>[]): S {
  const none = Object.fromEntries(filters.map(({ name }) => [name, undefined]));
  return { ...search, ...none, cursors: undefined };
}

/** Moves to the next or previous row; the row's link takes the focus, so that Enter opens it as any link. */
function moveFocus(within: HTMLElement | null, step: number): void {
  const links = [...(within?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
  const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
  const next = at < 0 ? 0 : Math.max(0, Math.min(links.length - 1, at + step));
  links[next]?.focus();
}

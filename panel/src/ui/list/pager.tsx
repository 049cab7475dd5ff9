import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { useId } from 'react';
import { useWords } from '../../words/define.ts';
import { Text } from '../box.tsx';
import { useFormat } from '../format.ts';
import { IconChevronLeft, IconChevronRight } from '../icons.ts';
import { uiWords } from '../words.ts';
import classes from './list.module.css';
import { type ListState, pageSizes } from './search.ts';

interface PagerProps<S extends ListState> {
  search: S;
  onSearch: (next: S) => void;
  nextCursor: string | null;
  /** The page that was asked for is on its way: its own next cursor is not known yet. */
  isLoading: boolean;
}

/** A cursor leads to the next page only; the list of those followed so far leads back. */
export function Pager<S extends ListState>({ search, onSearch, nextCursor, isLoading }: PagerProps<S>) {
  const t = useWords(uiWords);
  const format = useFormat();
  const sizeId = useId();
  const { cursors = [], skipped = 0 } = search;
  // The cursor of the page before is not known any more, after very many pages.
  const isCutOff = skipped > 0 && cursors.length === 1;
  const go = (next: readonly string[]) => onSearch({ ...search, cursors: next.length > 0 ? next : undefined });
  return (
    <div className={classes.pager}>
      <label className={classes.page} htmlFor={sizeId}>
        {t('list.rows')}
      </label>
      <NativeSelect
        id={sizeId}
        value={String(search.limit ?? 50)}
        onChange={({ currentTarget: { value } }) => {
          onSearch({
            ...search,
            cursors: undefined,
            limit: pageSizes.find((size) => size === Number(value) && size !== 50),
          });
        }}
        data={pageSizes.map((size) => ({ value: String(size), label: format.number(size) }))}
      />
      <Text grows />
      {skipped + cursors.length > 1 && (
        <Button variant="subtle" color="gray" onClick={() => go([])}>
          {t('list.first')}
        </Button>
      )}
      <span className={classes.page} aria-live="polite">
        {t('list.page', { page: format.number(skipped + cursors.length + 1) })}
      </span>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t('list.previous')}
        disabled={cursors.length === 0 || isCutOff}
        onClick={() => go(cursors.slice(0, -1))}
      >
        <IconChevronLeft size={16} className="points" />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t('list.next')}
        disabled={nextCursor === null}
        onClick={() => nextCursor && !isLoading && go([...cursors, nextCursor])}
      >
        <IconChevronRight size={16} className="points" />
      </ActionIcon>
    </div>
  );
}

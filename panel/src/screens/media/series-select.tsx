import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../../words/define.ts';
import { useTitleOf } from '../../words/title.ts';
import { seriesListQuery, seriesQuery } from '../catalog/queries.ts';
import { uploadWords } from './upload-words.ts';
import classes from './uploads.module.css';

interface SeriesSelectProps {
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

/** The series whose episodes the files are for. */
export function SeriesSelect({ chosen, onChoose }: SeriesSelectProps) {
  const t = useWords(uploadWords);
  const titleOf = useTitleOf();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 200);
  const { data: page } = useQuery(seriesListQuery({ sort: 'title', order: 'asc', limit: 200, ...(q && { q }) }));
  const { data: current } = useQuery({ ...seriesQuery(chosen ?? ''), enabled: chosen !== undefined });
  const found = page?.items.filter(({ id }) => id !== chosen) ?? [];
  const offered = current && chosen ? [current.data, ...found] : found;
  return (
    <div className={classes.series}>
      <TextInput
        type="search"
        label={t('find')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('series')}
        value={chosen ?? ''}
        onChange={(event) => onChoose(event.currentTarget.value)}
        data={[{ value: '', label: t('choose') }, ...offered.map((one) => ({ value: one.id, label: titleOf(one) }))]}
      />
    </div>
  );
}

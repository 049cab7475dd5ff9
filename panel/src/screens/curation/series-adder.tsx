import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { Picture, usePictures } from '../../app/pictures.tsx';
import { Inline, Stack, Text } from '../../ui/box.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import { useTitleOf } from '../../words/title.ts';
import { type Series, seriesListQuery } from '../catalog/queries.ts';
import classes from './curation.module.css';
import type { ListedSeries } from './listed-series.ts';
import { NotPublished } from './series-row.tsx';
import { collectionWords } from './words.ts';

interface SeriesAdderProps {
  /** Those that are in the list already. */
  taken: ReadonlySet<string>;
  onAdd: (series: ListedSeries) => void;
}

const offered = 12;

/** Finds series by name and adds them one after the other; those that are not published are marked. */
export function SeriesAdder({ taken, onAdd }: SeriesAdderProps) {
  const t = useWords(collectionWords);
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 200);
  const search = { sort: 'title', order: 'asc', limit: 25, ...(q && { q }) } as const;
  const page = useQuery(seriesListQuery(search));
  return (
    <Stack as="section" className={classes.adder} gap="md" aria-label={t('adder.title')}>
      <h2>{t('adder.title')}</h2>
      <TextInput
        type="search"
        aria-label={t('adder.search')}
        placeholder={t('adder.search')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Loaded query={page} lines={6}>
        {({ items }) => <Offers found={items.filter(({ id }) => !taken.has(id)).slice(0, offered)} onAdd={onAdd} />}
      </Loaded>
    </Stack>
  );
}

interface OffersProps extends Pick<SeriesAdderProps, 'onAdd'> {
  found: readonly Series[];
}

function Offers({ found, onAdd }: OffersProps) {
  const t = useWords(collectionWords);
  const titleOf = useTitleOf();
  const pictureOf = usePictures(found.map(({ posterAssetId }) => posterAssetId));
  if (found.length === 0) return <p className={classes.quiet}>{t('adder.none')}</p>;
  return (
    <Stack as="ul" gap="sm">
      {found.map((series) => {
        const { id, title, titleI18n, status, posterAssetId } = series;
        const picture = pictureOf(posterAssetId);
        return (
          <Inline key={id} as="li" className={classes.card}>
            <Picture src={picture} shape="poster" />
            <Stack as="span" align="start" gap="3xs" grows>
              <Text as="bdi" weight="medium">
                {titleOf(series)}
              </Text>
              <NotPublished status={status} />
            </Stack>
            <ActionIcon
              variant="default"
              aria-label={t('adder.add', { name: titleOf(series) })}
              onClick={() => onAdd({ seriesId: id, series: { title, titleI18n, status, pictureUrl: picture ?? null } })}
            >
              <IconPlus size={16} />
            </ActionIcon>
          </Inline>
        );
      })}
    </Stack>
  );
}

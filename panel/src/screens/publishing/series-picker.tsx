import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePictures } from '../../app/pictures.tsx';
import { SeriesPick } from '../../app/series-pick.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleOf } from '../../words/title.ts';
import { episodesQuery, type Series, seriesListQuery } from '../catalog/queries.ts';
import { CadenceDrawer } from './cadence-drawer.tsx';
import { cadenceWords } from './cadence-words.ts';

/** The cadence builder for a series that is chosen here; all its episodes that are in review are taken. */
export function CadenceOfSeries({ onClose }: { onClose: () => void }) {
  const t = useWords(cadenceWords);
  const word = useServerWord();
  const titleOf = useTitleOf();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 200);
  const [series, setSeries] = useState<Series | null>(null);
  const { data: page } = useQuery(seriesListQuery({ sort: 'title', order: 'asc', limit: 25, ...(q && { q }) }));
  const { data: episodes = [] } = useQuery({ ...episodesQuery(series?.id ?? ''), enabled: series !== null });
  const found = page?.items.filter(({ id, episodeCount }) => episodeCount > 0 && id !== series?.id) ?? [];
  const offered = series ? [series, ...found] : found;
  const pictureOf = usePictures(offered.map(({ posterAssetId }) => posterAssetId));
  return (
    <CadenceDrawer
      series={series && episodes.length > 0 ? series : null}
      episodes={episodes.filter(({ status }) => status === 'in_review')}
      onClose={onClose}
      picker={
        <SeriesPick
          autoFocus
          label={t('series')}
          search={t('find')}
          none={t('noSeries')}
          typed={typed}
          onType={setTyped}
          offers={offered.map((one) => ({
            id: one.id,
            title: titleOf(one),
            hint: word('status', one.status),
            picture: pictureOf(one.posterAssetId),
          }))}
          chosen={series?.id}
          onChoose={(id) => setSeries(offered.find((one) => one.id === id) ?? null)}
        />
      }
    />
  );
}

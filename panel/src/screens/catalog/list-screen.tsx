import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import type { ListParams } from '../../api/query.ts';
import { Picture, type PictureOf, usePictures } from '../../app/pictures.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { ScreenPage } from '../../app/screen-page.tsx';
import { useSession } from '../../app/session.ts';
import { Inline, Stack, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import type { FilterSpec } from '../../ui/list/filter-spec.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import { type ListState, sortingOf } from '../../ui/list/search.ts';
import { Time } from '../../ui/time.tsx';
import { UnsavedBar, UnsavedLine } from '../../ui/unsaved-bar.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleOf } from '../../words/title.ts';
import { LanguageMarks, ReadinessMeter, StatePill } from './cells.tsx';
import { sorts, states } from './choices.ts';
import { useGenres } from './genres.ts';
import classes from './list.module.css';
import { type Series, seriesListQuery, warningsIn } from './queries.ts';
import { WarningLines } from './warnings.tsx';
import { seriesWords } from './words.ts';

const route = getRouteApi('/shell/series');

export function SeriesListScreen() {
  const t = useWords(seriesWords);
  return (
    <ScreenPage
      title={t('title')}
      text={t('text')}
      action={{ label: t('new'), to: '/series/new', permission: 'catalog:write' }}
    >
      <SeriesList />
    </ScreenPage>
  );
}

function SeriesList() {
  const t = useWords(seriesWords);
  const { can } = useSession();
  const titleOf = useTitleOf();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery(seriesListQuery(search));
  const items = page.data?.items ?? [];
  const columns = useColumns(usePictures(items.map(({ posterAssetId }) => posterAssetId)));
  const filters = useFilters(search.genreSlug);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const onSearch = (next: Search) => {
    setSelected(new Set());
    void navigate({ search: next });
  };
  return (
    <>
      <ListPage
        name="series"
        label={t('title')}
        search={search}
        onSearch={onSearch}
        filters={filters}
        page={page}
        columns={columns}
        sort={sortingOf(search, sorts, onSearch)}
        rowKey={(series) => series.id}
        linkOf={(series) => ({ to: '/series/$id', params: { id: series.id } })}
        {...(can('publishing:write') && {
          selection: {
            selected,
            onSelect: setSelected,
            label: (series: Series) => t('select', { title: titleOf(series) }),
            all: t('selectAll'),
          },
        })}
        empty={{ title: t('empty.title'), text: t('empty.text') }}
      />
      <SelectionBar chosen={items.filter(({ id }) => selected.has(id))} onSelect={setSelected} />
    </>
  );
}

interface SelectionBarProps {
  chosen: readonly Series[];
  onSelect: (keys: ReadonlySet<string>) => void;
}

/** What can be done with all that is selected; what fails stays selected. */
function SelectionBar({ chosen, onSelect }: SelectionBarProps) {
  const t = useWords(seriesWords);
  const review = useReview();
  const titleOf = useTitleOf();
  const submit = () =>
    review.openBulk({
      title: t('submitMany'),
      intro: t('submitText'),
      confirmLabel: t('submit'),
      items: chosen.map(({ id, posterAssetId, ...series }) => ({
        id,
        label: titleOf(series),
        picture: { assetId: posterAssetId, shape: 'poster' },
        change: () => change('POST', '/v1/admin/series/{id}/workflow', { path: { id }, body: { action: 'submit' } }),
      })),
      notice: (body) => <WarningLines warnings={warningsIn(body)} />,
      onDone: (outcome) => onSelect(new Set(chosen.flatMap(({ id }) => (outcome.get(id) === null ? [] : [id])))),
    });
  return (
    <UnsavedBar label={t('selection')} shown={chosen.length > 0}>
      <UnsavedLine summary={t('chosen', { count: chosen.length })}>
        <Button variant="subtle" color="gray" onClick={() => onSelect(new Set())}>
          {t('clear')}
        </Button>
        <Button onClick={submit}>{t('submit')}</Button>
      </UnsavedLine>
    </UnsavedBar>
  );
}

type Search = ListParams<'/v1/admin/series'> & ListState;

function useFilters(genre: string | undefined): FilterSpec<Search>[] {
  const t = useWords(seriesWords);
  const word = useServerWord();
  const genres = useGenres();
  // A link may name a genre that no series has any more.
  const isListed = genre === undefined || genres.some(({ value }) => value === genre);
  const named = isListed ? [] : [{ value: genre, label: word('genre', genre) }];
  return [
    { kind: 'text', name: 'q', label: t('search') },
    {
      kind: 'choice',
      name: 'status',
      label: t('status'),
      options: states.map((value) => ({ value, label: word('status', value) })),
    },
    { kind: 'choice', name: 'genreSlug', label: t('genre'), options: [...genres, ...named] },
  ];
}

function useColumns(pictureOf: PictureOf): Column<Series>[] {
  const t = useWords(seriesWords);
  const titleOf = useTitleOf();
  const format = useFormat();
  return [
    {
      key: 'title',
      label: t('title'),
      sort: 'title',
      cell: (series) => (
        <Inline as="span" gap="md">
          <Picture src={pictureOf(series.posterAssetId)} shape="poster" />
          <Stack as="span" align="start" tight>
            <Text as="bdi" weight="medium">
              {titleOf(series)}
            </Text>
            <code className={`ltr ${classes.slug}`}>{series.slug}</code>
          </Stack>
        </Inline>
      ),
    },
    { key: 'status', label: t('status'), cell: ({ status }) => <StatePill state={status} /> },
    { key: 'readiness', label: t('readiness'), wideOnly: true, cell: (series) => <ReadinessMeter series={series} /> },
    {
      key: 'episodes',
      label: t('episodes'),
      wideOnly: true,
      cell: ({ publishedEpisodeCount, episodeCount }) => (
        <span className="tabular">
          {t('episodesOf', {
            published: format.number(publishedEpisodeCount),
            total: format.number(episodeCount),
          })}
        </span>
      ),
    },
    { key: 'languages', label: t('languages'), wideOnly: true, cell: (series) => <LanguageMarks series={series} /> },
    {
      key: 'updated',
      label: t('updated'),
      wideOnly: true,
      sort: 'updated_at',
      cell: ({ updatedAt }) => <Time at={updatedAt} distance />,
    },
  ];
}

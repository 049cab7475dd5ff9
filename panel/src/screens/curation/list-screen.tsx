import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ScreenPage } from '../../app/screen-page.tsx';
import { Inline, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './curation.module.css';
import { useCollectionTitle, useRailNames } from './names.ts';
import { PosterStack } from './poster-stack.tsx';
import { type Collection, type Content, collectionsQuery, contentsQuery } from './queries.ts';
import { collectionWords } from './words.ts';

const route = getRouteApi('/shell/collections');

export function CollectionListScreen() {
  const t = useWords(collectionWords);
  return (
    <ScreenPage
      title={t('title')}
      text={t('text')}
      action={{ label: t('new'), to: '/collections/new', permission: 'curation:write' }}
    >
      <CollectionList />
    </ScreenPage>
  );
}

function CollectionList() {
  const t = useWords(collectionWords);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery(collectionsQuery(search));
  const ids = page.data?.items.map(({ id }) => id) ?? [];
  const { data: contents } = useQuery({ ...contentsQuery(ids), enabled: ids.length > 0 });
  const columns = useColumns((id) => contents?.get(id));
  return (
    <ListPage
      name="collections"
      label={t('title')}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      filters={[
        { kind: 'text', name: 'q', label: t('search') },
        {
          kind: 'choice',
          name: 'type',
          label: t('chosen'),
          options: (['manual', 'rule'] as const).map((value) => ({ value, label: t(`type.${value}`) })),
        },
      ]}
      page={page}
      columns={columns}
      rowKey={(collection) => collection.id}
      linkOf={({ id }) => ({ to: '/collections/$id', params: { id } })}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
    />
  );
}

function useColumns(contentOf: (id: string) => Content | undefined): Column<Collection>[] {
  const t = useWords(collectionWords);
  const word = useServerWord();
  const titleOf = useCollectionTitle();
  const railNames = useRailNames();
  return [
    {
      key: 'title',
      label: t('name'),
      cell: (collection) => (
        <Inline as="span" within>
          <PosterStack urls={contentOf(collection.id)?.pictureUrls ?? []} />
          <Text as="bdi" weight="medium">
            {titleOf(collection)}
          </Text>
        </Inline>
      ),
    },
    { key: 'type', label: t('chosen'), cell: ({ type }) => word('curation', type) },
    {
      key: 'series',
      label: t('series'),
      cell: ({ id }) => <SeriesCount content={contentOf(id)} />,
    },
    {
      key: 'usedBy',
      label: t('usedBy'),
      cell: ({ usedBy }) => (usedBy.length === 0 ? t('unused') : railNames(usedBy)),
    },
    {
      key: 'explanation',
      label: t('form.explanation'),
      wideOnly: true,
      cell: ({ explanation }) => <bdi className={classes.quiet}>{explanation}</bdi>,
    },
  ];
}

/** How many series viewers find in it, and whether some are missing. */
export function SeriesCount({ content }: { content: Content | undefined }) {
  const t = useWords(collectionWords);
  const format = useFormat();
  if (!content) return '…';
  const { shownSeries, hiddenSeries } = content;
  return (
    <Inline as="span" within>
      <span className="tabular">{format.number(shownSeries)}</span>
      {hiddenSeries > 0 && (
        <StatusPill tone="warning">
          {t('hidden', { count: hiddenSeries, amount: format.number(hiddenSeries) })}
        </StatusPill>
      )}
    </Inline>
  );
}

import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { MissingObject } from '../../app/missing-object.tsx';
import { ObjectLink, useObjectHref } from '../../app/object-link.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { Stack, WithAside } from '../../ui/box.tsx';
import { Count } from '../../ui/count.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { BackLink, DetailHeader } from '../../ui/detail-header.tsx';
import { useFormat } from '../../ui/format.ts';
import { Page, useTitle } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useTitleOf } from '../../words/title.ts';
import { SeriesPlacements } from '../curation/public.ts';
import { Artwork } from './artwork.tsx';
import { StateBanner } from './banner.tsx';
import { LanguageMarks, ReadinessMeter } from './cells.tsx';
import { seriesTabs } from './choices.ts';
import classes from './editor.module.css';
import { SeriesEditor } from './editor.tsx';
import { editorWords } from './editor-words.ts';
import { EpisodeGrid } from './episode-grid.tsx';
import { SeriesHistory } from './history.tsx';
import { type Series, seriesQuery } from './queries.ts';
import { type UnsavedPart, UnsavedWork, type WorkPart } from './unsaved-work.ts';
import { SeriesWarnings } from './warnings.tsx';
import { seriesWords } from './words.ts';

const route = getRouteApi('/shell/series/$id');

export function SeriesScreen() {
  return (
    <Page>
      <RequirePermission>
        <SeriesPage />
      </RequirePermission>
    </Page>
  );
}

function SeriesPage() {
  const t = useWords(seriesWords);
  const { id } = route.useParams();
  const series = useQuery(seriesQuery(id));
  const [unsaved] = useState(() => new Map<WorkPart, UnsavedPart>());
  const titleOf = useTitleOf();
  useTitle(series.data ? titleOf(series.data.data) : t('title'));
  return (
    <Loaded query={series} lines={12} missing={<MissingObject type="series" id={id} list="/series" />}>
      {(loaded) => {
        const { data, etag } = loaded;
        return (
          <UnsavedWork.Provider value={unsaved}>
            <Header series={data} />
            <StateBanner series={data} />
            <SeriesWarnings series={data} />
            <SeriesParts series={data} tag={etag ?? `"${data.revision}"`} onStale={() => void series.refetch()} />
          </UnsavedWork.Provider>
        );
      }}
    </Loaded>
  );
}

function Header({ series }: { series: Series }) {
  const t = useWords(seriesWords);
  const titleOf = useTitleOf();
  const analytics = useObjectHref()('series_analytics', series.id);
  return (
    <DetailHeader of={t('title')} back={<BackLink to="/series">{t('title')}</BackLink>} title={titleOf(series)}>
      <code className="ltr">{series.slug}</code>
      <LanguageMarks series={series} />
      <ReadinessMeter series={series} isWhole />
      {series.status !== 'published' && series.status !== 'archived' && (
        <ObjectLink type="launch" id={series.id}>
          {t('launch')}
        </ObjectLink>
      )}
      {analytics && (
        <ObjectLink type="series_analytics" id={series.id}>
          {t('analytics')}
        </ObjectLink>
      )}
    </DetailHeader>
  );
}

interface SeriesPartsProps {
  series: Series;
  tag: string;
  onStale: () => void;
}

function SeriesParts({ series, tag, onStale }: SeriesPartsProps) {
  const t = useWords(editorWords);
  const navigate = route.useNavigate();
  const { tab = 'details' } = route.useSearch();
  const open = (value: string | null) => {
    const next = seriesTabs.find((name) => name === value);
    void navigate({ search: next ? { tab: next } : {}, replace: true });
  };
  return (
    // Hidden tabs keep their effects, so that a workflow action can save what was typed in any of them.
    <Tabs value={tab} onChange={open} className={classes.tabs ?? ''} keepMountedMode="display-none">
      <Tabs.List aria-label={t('tabs.label')}>
        {seriesTabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`tabs.${name}`)}
            {name === 'episodes' && <Count value={series.episodeCount} />}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="details" className={classes.panel ?? ''}>
        <WithAside className={classes.columns}>
          <SeriesEditor series={series} tag={tag} onStale={onStale} />
          <Aside series={series} />
        </WithAside>
      </Tabs.Panel>
      <Tabs.Panel value="episodes" className={classes.panel ?? ''}>
        <EpisodeGrid series={series} />
      </Tabs.Panel>
      <Tabs.Panel value="history" className={classes.panel ?? ''}>
        {tab === 'history' && <SeriesHistory id={series.id} />}
      </Tabs.Panel>
    </Tabs>
  );
}

function Aside({ series }: { series: Series }) {
  const t = useWords(editorWords);
  const format = useFormat();
  const score = series.editorial_hero_score;
  return (
    <Stack as="aside" gap="md">
      <h2 className={classes.heading}>{t('artwork')}</h2>
      <Artwork series={series} />
      <h2 className={classes.heading}>{t('facts')}</h2>
      <DescriptionList
        facts={[
          [t('created'), <Time key="created" at={series.createdAt} />],
          [t('updated'), <Time key="updated" at={series.updatedAt} distance />],
          [t('publishedAt'), <Time key="published" at={series.publishedAt} />],
          [t('heroScore'), score === null ? '–' : format.number(score)],
        ]}
      />
      <SeriesPlacements id={series.id} headingClass={classes.heading} />
    </Stack>
  );
}

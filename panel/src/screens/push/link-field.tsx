import { NativeSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Pair } from '../../ui/box.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { useWords } from '../../words/define.ts';
import { useTitleOf } from '../../words/title.ts';
import { episodesQuery, seriesListQuery } from '../catalog/queries.ts';
import type { CampaignValues } from './campaign-form.ts';
import { type LinkKind, linkKindOf, linkKinds, linkOf } from './links.ts';
import { type Series, useLinkedSeries } from './queries.ts';
import { pushWords } from './words.ts';

interface LinkFieldProps {
  form: SchemaForm<CampaignValues>;
}

/** What a tap on the message opens: the start page, a series, one of its episodes, or the store. */
export function LinkField({ form }: LinkFieldProps) {
  const t = useWords(pushWords);
  const { link } = form.values;
  const [chosen, setChosen] = useState<LinkKind>();
  const kind = link === '' ? (chosen ?? 'home') : linkKindOf(link);
  const choose = (next: LinkKind): void => {
    setChosen(next);
    form.set('link', next === 'store' ? '/store' : '');
  };
  return (
    <>
      <NativeSelect
        label={t('link.kind')}
        value={kind === 'episode' ? 'series' : kind}
        error={form.errors.link}
        onChange={({ currentTarget: { value } }) => choose(linkKinds.find((one) => one === value) ?? 'home')}
        data={(['home', 'series', 'store'] as const).map((value) => ({ value, label: t(`link.${value}`) }))}
      />
      {(kind === 'series' || kind === 'episode') && <SeriesAndEpisode form={form} />}
      <PictureField form={form} />
    </>
  );
}

function SeriesAndEpisode({ form }: LinkFieldProps) {
  const t = useWords(pushWords);
  const titleOf = useTitleOf();
  const { link } = form.values;
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 200);
  const series = useLinkedSeries(link);
  const { data: page } = useQuery(seriesListQuery({ sort: 'title', order: 'asc', limit: 50, ...(q && { q }) }));
  const found = page?.items ?? [];
  const offered: Series[] = series && !found.some(({ id }) => id === series.id) ? [series, ...found] : found;
  const pick = (id: string | null): void => {
    const next = offered.find((one) => one.id === id);
    form.set('link', next ? linkOf({ slug: next.slug }) : '');
  };
  return (
    <Pair>
      <Select
        label={t('link.series')}
        placeholder={t('link.find')}
        searchable
        nothingFoundMessage={t('link.nothing')}
        value={series?.id ?? null}
        error={link === '' && form.errors.link}
        onChange={pick}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        data={offered.map((one) => ({ value: one.id, label: titleOf(one) }))}
      />
      {series && <EpisodeSelect form={form} series={series} />}
    </Pair>
  );
}

function EpisodeSelect({ form, series }: LinkFieldProps & { series: Series }) {
  const t = useWords(pushWords);
  const titleOf = useTitleOf();
  const { data: episodes = [] } = useQuery(episodesQuery(series.id));
  return (
    <NativeSelect
      label={t('link.findEpisode')}
      value={form.values.link}
      onChange={({ currentTarget: { value } }) => form.set('link', value)}
      data={[
        { value: linkOf({ slug: series.slug }), label: t('link.page') },
        ...episodes.map((one) => ({
          value: linkOf({ episodeId: one.id }),
          label: `${one.episodeNumber} · ${titleOf(one)}`,
        })),
      ]}
    />
  );
}

/** The pictures of the series that it opens. */
function PictureField({ form }: LinkFieldProps) {
  const t = useWords(pushWords);
  const titleOf = useTitleOf();
  const { link, pictureAssetId } = form.values;
  const series = useLinkedSeries(link);
  const title = series ? titleOf(series) : '';
  const offered = series
    ? [
        ...(series.posterAssetId ? [{ value: series.posterAssetId, label: t('pictures.poster', { title }) }] : []),
        ...(series.heroAssetId ? [{ value: series.heroAssetId, label: t('pictures.hero', { title }) }] : []),
      ]
    : [];
  const isKept = pictureAssetId !== '' && !offered.some(({ value }) => value === pictureAssetId);
  return (
    <NativeSelect
      label={t('picture')}
      description={offered.length === 0 ? t('pictures.hint') : undefined}
      value={pictureAssetId}
      error={form.errors.pictureAssetId}
      onChange={({ currentTarget: { value } }) => form.set('pictureAssetId', value)}
      data={[
        { value: '', label: t('pictures.none') },
        ...(isKept ? [{ value: pictureAssetId, label: t('pictures.kept') }] : []),
        ...offered,
      ]}
    />
  );
}

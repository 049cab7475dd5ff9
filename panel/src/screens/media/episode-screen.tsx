import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { MissingObject } from '../../app/missing-object.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useSession } from '../../app/session.ts';
import { Stack, WithAside } from '../../ui/box.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { BackLink, DetailHeader } from '../../ui/detail-header.tsx';
import { useFormat } from '../../ui/format.ts';
import { Page, useTitle } from '../../ui/page.tsx';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleOf } from '../../words/title.ts';
import { seriesQuery } from '../catalog/queries.ts';
import { EpisodePriceLink } from '../pricing/public.ts';
import { MoveDateButton } from '../publishing/public.ts';
import { openSchedulesQuery } from '../publishing/queries.ts';
import { lengthOf } from './addresses.ts';
import { Captions } from './captions.tsx';
import { EpisodeFigures } from './episode-figures.tsx';
import { EpisodeFiles } from './episode-files.tsx';
import { EpisodeWarnings } from './episode-links.tsx';
import { episodeWords } from './episode-words.ts';
import { Neighbours } from './neighbours.tsx';
import { frameOf, Player } from './player.tsx';
import { type Episode, episodeAssetsQuery, episodeQuery } from './queries.ts';
import { Thumbnails } from './thumbnails.tsx';

const route = getRouteApi('/shell/episodes/$id');

export function EpisodeScreen() {
  return (
    <Page>
      <RequirePermission>
        <EpisodePage />
      </RequirePermission>
    </Page>
  );
}

function EpisodePage() {
  const t = useWords(episodeWords);
  const { id } = route.useParams();
  const episode = useQuery(episodeQuery(id));
  const titleOf = useTitleOf();
  useTitle(episode.data ? titleOf(episode.data.data) : t('title'));
  return (
    <Loaded query={episode} lines={12} missing={<MissingObject type="episode" id={id} list="/series" />}>
      {(data) => (
        <>
          <Header episode={data.data} />
          <EpisodeWarnings episode={data.data} />
          <Parts episode={data.data} />
        </>
      )}
    </Loaded>
  );
}

function Header({ episode }: { episode: Episode }) {
  const t = useWords(episodeWords);
  const word = useServerWord();
  const { can } = useSession();
  const titleOf = useTitleOf();
  const { data: series } = useQuery(seriesQuery(episode.seriesId));
  const isPlanned = episode.status === 'scheduled' && can('publishing:read');
  const { data: open } = useQuery({ ...openSchedulesQuery(episode.seriesId), enabled: isPlanned });
  const schedule = isPlanned ? open?.get(episode.id) : undefined;
  return (
    <DetailHeader
      of={word('target', 'series')}
      back={
        <BackLink to="/series/$id" params={{ id: episode.seriesId }} search={{ tab: 'episodes' }}>
          <bdi>{series ? titleOf(series.data) : word('target', 'series')}</bdi>
        </BackLink>
      }
      title={titleOf(episode)}
    >
      {t('number', { number: episode.episodeNumber })}
      <StatusPill tone={toneOf(episode.status)}>{word('status', episode.status)}</StatusPill>
      {schedule && (
        <span>
          {t('goesLive')}: <Time at={schedule.runAt} />
        </span>
      )}
      <MoveDateButton schedule={schedule} />
      <Neighbours episode={episode} />
    </DetailHeader>
  );
}

function Parts({ episode }: { episode: Episode }) {
  const assets = useQuery(episodeAssetsQuery(episode));
  const video = useRef<HTMLVideoElement>(null);
  const hasVideo = (episode.media?.url ?? null) !== null;
  const frame = () => (video.current ? frameOf(video.current) : Promise.reject(new Error('there is no player')));
  const list = assets.data ?? [];
  return (
    <WithAside mt="lg">
      <Stack gap="2xl">
        <Player episode={episode} video={video} />
        <Captions episodeId={episode.id} noteRequired={episode.noteRequired} assets={list} />
        <Loaded query={assets} lines={3}>
          {(files) => <EpisodeFiles episode={episode} assets={files} />}
        </Loaded>
      </Stack>
      <Stack gap="2xl">
        <Thumbnails episode={episode} assets={list} frame={hasVideo ? frame : undefined} />
        <About episode={episode} />
        <EpisodeFigures episode={episode} />
      </Stack>
    </WithAside>
  );
}

function About({ episode }: { episode: Episode }) {
  const t = useWords(episodeWords);
  const format = useFormat();
  const { id, seriesId, media, cliffhanger_score: score, publishedAt, updatedAt } = episode;
  return (
    <Stack as="section" gap="sm" aria-labelledby="facts">
      <h2 id="facts">{t('facts')}</h2>
      <DescriptionList
        facts={[
          [t('length'), lengthOf(media?.durationS ?? null)],
          [t('measures'), <bdi key="measures">{media?.width ? `${media.width} × ${media.height}` : '–'}</bdi>],
          [t('score'), format.number(score)],
          [t('price'), <EpisodePriceLink key="price" seriesId={seriesId} episodeId={id} />],
          [t('published'), <Time key="published" at={publishedAt} />],
          [t('updated'), <Time key="updated" at={updatedAt} distance />],
        ]}
      />
    </Stack>
  );
}

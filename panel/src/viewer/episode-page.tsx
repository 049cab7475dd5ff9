import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { asApiError } from '../api/errors.ts';
import { useWords } from '../words/define.ts';
import { Comments } from './comments.tsx';
import { recordEvent } from './events.ts';
import { Failure } from './failure.tsx';
import { seriesHref } from './location.ts';
import { Paywall } from './paywall.tsx';
import { Player } from './player.tsx';
import { playbackQuery, seriesQuery } from './queries.ts';
import type { Schema } from './session.ts';
import { viewerWords } from './words.ts';

interface EpisodePageProps {
  readonly slug: string;
  readonly id: string;
}

/** An episode: the video where the viewer may watch it, else what it costs. */
export function EpisodePage({ slug, id }: EpisodePageProps) {
  const t = useWords(viewerWords);
  const { data: series } = useQuery(seriesQuery(slug));
  const { data: playback, error, refetch } = useQuery(playbackQuery(id));
  const { episode, next } = neighbours(series?.episodes ?? [], id);
  const onStart = useFirstStart(id, episode?.episodeNumber);
  const isLocked = error !== null && asApiError(error).code === 'episode_locked';
  return (
    <article className="episode">
      <a className="back" href={seriesHref(slug)}>
        {series?.title ?? t('back')}
      </a>
      {playback ? (
        <Player key={playback.playbackId} playback={playback} slug={slug} next={next} onStart={onStart} />
      ) : null}
      {isLocked ? <Paywall id={id} onUnlocked={() => void refetch()} /> : null}
      {error && !isLocked ? <Failure error={error} retry={() => void refetch()} /> : null}
      {episode ? (
        <>
          <small>{t('episode', { number: episode.episodeNumber })}</small>
          <h1>{episode.title}</h1>
          <p>{episode.synopsis}</p>
          <Comments episodeId={id} />
        </>
      ) : null}
    </article>
  );
}

/** Tells when a first episode is begun; its number may be known only after that. */
function useFirstStart(id: string, episodeNumber: number | undefined): () => void {
  const [hasStarted, setHasStarted] = useState(false);
  const isFirstStart = hasStarted && episodeNumber === 1;
  useEffect(() => {
    if (isFirstStart) recordEvent('ep1_start', { episodeId: id });
  }, [isFirstStart, id]);
  return () => setHasStarted(true);
}

type Episodes = readonly Schema<'PublishedEpisode'>[];

function neighbours(episodes: Episodes, id: string) {
  const index = episodes.findIndex((one) => one.id === id);
  return { episode: episodes[index], next: index < 0 ? undefined : episodes[index + 1] };
}

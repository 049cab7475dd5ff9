import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWords } from '../words/define.ts';
import { recordEvent } from './events.ts';
import { Failure } from './failure.tsx';
import { episodeHref } from './location.ts';
import { Picture } from './poster.tsx';
import { savesQuery, seriesQuery } from './queries.ts';
import { client, dataOf, doneBy, type Schema } from './session.ts';
import { viewerWords } from './words.ts';

/** A series with its episodes, and which of them are free. */
export function SeriesPage({ slug }: { readonly slug: string }) {
  const t = useWords(viewerWords);
  const { data: series, error, refetch } = useQuery(seriesQuery(slug));
  const seriesId = series?.id;
  useEffect(() => {
    if (seriesId !== undefined) recordEvent('series_view', { seriesId });
  }, [seriesId]);
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!series) return null;
  const { title, synopsis, heroUrl, posterUrl, episodes, isFreeToday } = series;
  return (
    <article className="series">
      <Picture url={heroUrl ?? posterUrl} title={title} />
      <h1>{title}</h1>
      {isFreeToday ? <p className="badge">{t('freeToday')}</p> : null}
      <p>{synopsis}</p>
      <SaveButton id={series.id} />
      <h2>{t('episodes', { count: episodes.length })}</h2>
      <ol className="episodes">
        {episodes.map((episode) => (
          <EpisodeRow key={episode.id} slug={slug} episode={episode} isFreeToday={isFreeToday} />
        ))}
      </ol>
    </article>
  );
}

interface EpisodeRowProps {
  readonly slug: string;
  readonly episode: Schema<'PublishedEpisode'>;
  readonly isFreeToday: boolean;
}

function EpisodeRow({ slug, episode, isFreeToday }: EpisodeRowProps) {
  const t = useWords(viewerWords);
  const { id, episodeNumber, title, thumbUrl, isFree } = episode;
  return (
    <li>
      <a href={episodeHref(slug, id)}>
        <Picture url={thumbUrl} title={String(episodeNumber)} />
        <span>
          <small>{t('episode', { number: episodeNumber })}</small>
          <strong>{title}</strong>
        </span>
        {isFree || isFreeToday ? <em>{t('free')}</em> : null}
      </a>
    </li>
  );
}

function SaveButton({ id }: { readonly id: string }) {
  const t = useWords(viewerWords);
  const queries = useQueryClient();
  const { data } = useQuery(savesQuery);
  const isSaved = data?.items.some(({ seriesId }) => seriesId === id) ?? false;
  const params = { params: { path: { id } } };
  const change = useMutation({
    mutationFn: async () => {
      if (isSaved) await doneBy(client.DELETE('/v1/series/{id}/save', params));
      else await dataOf(client.PUT('/v1/series/{id}/save', params));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: savesQuery.queryKey }),
  });
  return (
    <>
      <button type="button" aria-pressed={isSaved} disabled={change.isPending} onClick={() => change.mutate()}>
        {isSaved ? t('saved') : t('save')}
      </button>
      {change.error ? <Failure error={change.error} /> : null}
    </>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWords } from '../words/define.ts';
import { useAmount } from './amount.ts';
import { recordEvent } from './events.ts';
import { Failure } from './failure.tsx';
import { episodeHref } from './location.ts';
import { Picture } from './poster.tsx';
import { quoteQuery, savesQuery, seriesQuery } from './queries.ts';
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
          <EpisodeRow
            key={episode.id}
            slug={slug}
            episode={episode}
            poster={posterUrl}
            isFree={episode.isFree || isFreeToday}
          />
        ))}
      </ol>
    </article>
  );
}

interface EpisodeRowProps {
  readonly slug: string;
  readonly episode: Schema<'PublishedEpisode'>;
  /** Shown for an episode without a thumbnail. */
  readonly poster: string | null;
  readonly isFree: boolean;
}

function EpisodeRow({ slug, episode, poster, isFree }: EpisodeRowProps) {
  const t = useWords(viewerWords);
  const { id, episodeNumber, title, thumbUrl } = episode;
  return (
    <li>
      <a href={episodeHref(slug, id)}>
        <Picture url={thumbUrl ?? poster} title={String(episodeNumber)} />
        <span>
          <small>{t('episode', { number: episodeNumber })}</small>
          <strong>{title}</strong>
        </span>
        {isFree ? <em>{t('free')}</em> : <LockedPrice id={id} />}
      </a>
    </li>
  );
}

/** What an episode costs, until the viewer has unlocked it. */
function LockedPrice({ id }: { readonly id: string }) {
  const t = useWords(viewerWords);
  const amount = useAmount();
  const { data: quote } = useQuery(quoteQuery(id));
  if (!quote || quote.alreadyUnlocked) return null;
  return (
    <span className="price">
      <svg viewBox="0 0 24 24" width="14" height="14" role="img" aria-label={t('locked')}>
        <path d="M6 10V8a6 6 0 1 1 12 0v2h1v12H5V10zm2 0h8V8a4 4 0 1 0-8 0z" fill="currentColor" />
      </svg>{' '}
      {t('coins', amount(quote.coinsRequired))}
    </span>
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

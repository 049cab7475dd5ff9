import { ownAddress } from '../api/own-address.ts';
import { useWords } from '../words/define.ts';
import { seriesHref } from './location.ts';
import type { Schema } from './session.ts';
import { viewerWords } from './words.ts';

type Card = Schema<'SeriesCard'>;

/** The picture of a series, or its first letter where there is none. */
export function Picture({ url, title }: { readonly url: string | null; readonly title: string }) {
  if (url) return <img src={ownAddress(url)} alt="" loading="lazy" />;
  return (
    <span className="letter" aria-hidden="true">
      {Array.from(title)[0]}
    </span>
  );
}

/** A series in a row of series. */
export function Poster({ card }: { readonly card: Card }) {
  const t = useWords(viewerWords);
  return (
    <a className="poster" href={seriesHref(card.slug)}>
      <Picture url={card.posterUrl} title={card.title} />
      <strong>{card.title}</strong>
      <small>{card.isFreeToday ? t('freeToday') : t('episodes', { count: card.episodeCount })}</small>
    </a>
  );
}

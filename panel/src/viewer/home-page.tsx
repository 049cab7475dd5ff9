import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useWords } from '../words/define.ts';
import { recordEventOnce } from './events.ts';
import { Failure } from './failure.tsx';
import { seriesHref } from './location.ts';
import { Picture, Poster } from './poster.tsx';
import { feedQuery, type Surface } from './queries.ts';
import type { Schema } from './session.ts';
import { viewerWords } from './words.ts';

/** A surface of the app: the preview reel, what is free today, and the rails. */
export function FeedPage({ surface }: { readonly surface: Surface }) {
  const t = useWords(viewerWords);
  const { data: feed, error, refetch } = useQuery(feedQuery(surface));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!feed) return null;
  return (
    <>
      <Reel cards={feed.previewReel} />
      {feed.freeToday.length > 0 ? (
        <Rail title={t('freeToday')} text={t('freeTodayText')} cards={feed.freeToday} />
      ) : null}
      {feed.rails.map(({ id, title, explanation, series }) => (
        <Rail key={id} title={title} text={explanation} cards={series} />
      ))}
    </>
  );
}

type Cards = readonly Schema<'SeriesCard'>[];

function Reel({ cards }: { readonly cards: Cards }) {
  const t = useWords(viewerWords);
  if (cards.length === 0) return null;
  return (
    <section className="reel" aria-label={t('reel')}>
      {cards.map((card) => (
        <Preview key={card.id} card={card} />
      ))}
    </section>
  );
}

/** A preview, which counts as seen once most of it is on the screen. */
function Preview({ card: { id, slug, title, synopsis, heroUrl, posterUrl } }: { readonly card: Cards[number] }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!link.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) recordEventOnce('preview_view', { seriesId: id });
      },
      { threshold: 0.6 },
    );
    observer.observe(link.current);
    return () => observer.disconnect();
  }, [id]);
  return (
    <a ref={link} href={seriesHref(slug)}>
      <Picture url={heroUrl ?? posterUrl} title={title} />
      <span>
        <strong>{title}</strong>
        <small>{synopsis}</small>
      </span>
    </a>
  );
}

interface RailProps {
  readonly title: string;
  readonly text: string;
  readonly cards: Cards;
}

function Rail({ title, text, cards }: RailProps) {
  return (
    <section className="rail" aria-label={title}>
      <h2>{title}</h2>
      <p>{text}</p>
      <div className="row">
        {cards.map((card) => (
          <Poster key={card.id} card={card} />
        ))}
      </div>
    </section>
  );
}

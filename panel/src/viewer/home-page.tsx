import { useQuery } from '@tanstack/react-query';
import { useWords } from '../words/define.ts';
import { Failure } from './failure.tsx';
import { seriesHref } from './location.ts';
import { Picture, Poster } from './poster.tsx';
import { feedQuery } from './queries.ts';
import type { Schema } from './session.ts';
import { viewerWords } from './words.ts';

/** What the app opens with: the preview reel, what is free today, and the rails. */
export function HomePage() {
  const t = useWords(viewerWords);
  const { data: feed, error, refetch } = useQuery(feedQuery);
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
      {cards.map(({ id, slug, title, synopsis, heroUrl, posterUrl }) => (
        <a key={id} href={seriesHref(slug)}>
          <Picture url={heroUrl ?? posterUrl} title={title} />
          <span>
            <strong>{title}</strong>
            <small>{synopsis}</small>
          </span>
        </a>
      ))}
    </section>
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

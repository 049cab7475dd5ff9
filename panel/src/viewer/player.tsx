import { useRef, useState } from 'react';
import { ownAddress } from '../api/own-address.ts';
import { StreamVideo } from '../ui/stream-video.tsx';
import { useLanguage, useWords } from '../words/define.ts';
import { episodeHref } from './location.ts';
import { client, doneBy, type Schema } from './session.ts';
import { viewerWords } from './words.ts';

interface PlayerProps {
  readonly playback: Schema<'Playback'>;
  readonly slug: string;
  readonly next: Schema<'PublishedEpisode'> | undefined;
  readonly onStart: () => void;
}

/** Plays an episode, tells how far the viewer got, and goes on to the next one. */
export function Player({ playback, slug, next, onStart }: PlayerProps) {
  const t = useWords(viewerWords);
  const language = useLanguage();
  const [hasEnded, setHasEnded] = useState(false);
  const startedAt = useRef<Date>(undefined);
  const report = (video: HTMLVideoElement, completed: boolean): void => {
    if (!startedAt.current) return;
    const body = {
      episodeId: playback.episodeId,
      startedAt: startedAt.current.toISOString(),
      endedAt: new Date().toISOString(),
      secondsWatched: Math.floor(video.currentTime),
      completed,
    };
    // A report that is lost is made up for by the next one.
    void doneBy(client.POST('/v1/watch', { body })).catch(() => undefined);
  };
  const goOn = (): void => {
    if (next) window.location.hash = episodeHref(slug, next.id);
  };
  return (
    <>
      <StreamVideo
        src={ownAddress(playback.url)}
        controls
        autoPlay
        muted
        playsInline
        aria-label={t('player')}
        onPlay={() => {
          if (!startedAt.current) onStart();
          startedAt.current ??= new Date();
          setHasEnded(false);
        }}
        onPause={({ currentTarget }) => report(currentTarget, currentTarget.ended)}
        onEnded={({ currentTarget }) => {
          report(currentTarget, true);
          if (playback.promptAfter) setHasEnded(true);
          else goOn();
        }}
      >
        {playback.captions.map(({ lang, url }) => (
          <track
            key={lang}
            kind="captions"
            srcLang={lang}
            src={ownAddress(url)}
            label={lang}
            default={lang === language}
          />
        ))}
      </StreamVideo>
      {hasEnded && next ? (
        <button type="button" onClick={goOn}>
          {t('next', { number: next.episodeNumber })}
        </button>
      ) : null}
    </>
  );
}

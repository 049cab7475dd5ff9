import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../api/loaded.tsx';
import { toneOf } from '../../ui/status-pill.tsx';
import { type Moment, Timeline } from '../../ui/timeline.tsx';
import { useWords } from '../../words/define.ts';
import { type ServerWord, useServerWord } from '../../words/server.ts';
import { libraryWords } from './library-words.ts';
import classes from './media.module.css';
import { type Asset, type ProviderEvent, providerEventsQuery } from './queries.ts';

/** The webhooks about a video, one under the other. */
export function ProviderEvents({ asset }: { asset: Asset }) {
  const t = useWords(libraryWords);
  const word = useServerWord();
  const query = useQuery(providerEventsQuery(asset));
  return (
    <Loaded query={query} lines={3}>
      {({ items: events }) => (
        <>
          {events.length === 0 && <p className={classes.quiet}>{t('nothingTold')}</p>}
          <Timeline moments={events.map((event) => momentOf(event, word))} />
        </>
      )}
    </Loaded>
  );
}

function momentOf({ id, receivedAt, outcome, status: told, detail }: ProviderEvent, word: ServerWord): Moment {
  const status = told ?? outcome;
  return {
    id,
    at: receivedAt,
    tone: toneOf(outcome === 'applied' ? status : outcome),
    title: word('status', status),
    text: (
      <>
        {word('status', outcome)}
        {detail !== null && (
          <>
            {' · '}
            <bdi>{detail}</bdi>
          </>
        )}
      </>
    ),
  };
}

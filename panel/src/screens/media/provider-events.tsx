import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../api/loaded.tsx';
import { Note } from '../../ui/box.tsx';
import { toneOf } from '../../ui/status-pill.tsx';
import { type Moment, Timeline } from '../../ui/timeline.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useDetailText } from '../webhooks/public.ts';
import { libraryWords } from './library-words.ts';
import { type Asset, type ProviderEvent, providerEventsQuery } from './queries.ts';

/** The webhooks about a video, one under the other. */
export function ProviderEvents({ asset }: { asset: Asset }) {
  const t = useWords(libraryWords);
  const momentOf = useMoment();
  const query = useQuery(providerEventsQuery(asset));
  return (
    <Loaded query={query} lines={3}>
      {({ items: events }) => (
        <>
          {events.length === 0 && <Note>{t('nothingTold')}</Note>}
          <Timeline moments={events.map(momentOf)} />
        </>
      )}
    </Loaded>
  );
}

function useMoment(): (event: ProviderEvent) => Moment {
  const word = useServerWord();
  const detailText = useDetailText();
  return (event) => {
    const { id, receivedAt, outcome } = event;
    const status = event.status ?? outcome;
    const detail = detailText(event);
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
  };
}

import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../api/loaded.tsx';
import { useSession } from '../../app/session.ts';
import { toneOf } from '../../ui/status-pill.tsx';
import { type Moment, Timeline } from '../../ui/timeline.tsx';
import { useWords } from '../../words/define.ts';
import { type ServerWord, useServerWord } from '../../words/server.ts';
import { libraryWords } from './library-words.ts';
import classes from './media.module.css';
import { type Asset, providerEventsQuery, type WebhookEvent } from './queries.ts';

/** The webhooks about a video, one under the other, for those who may see the inbox. */
export function ProviderEvents({ asset }: { asset: Asset }) {
  const t = useWords(libraryWords);
  const word = useServerWord();
  const { may } = useSession();
  if (may('system:read')) return <Events asset={asset} />;
  return <p className={classes.quiet}>{t('toldBlocked', { permission: word('permission', 'system:read') })}</p>;
}

function Events({ asset }: { asset: Asset }) {
  const t = useWords(libraryWords);
  const word = useServerWord();
  const query = useQuery(providerEventsQuery(asset));
  return (
    <Loaded query={query} lines={3}>
      {(data) => {
        const { events, isWhole } = data;
        return (
          <>
            {events.length === 0 && <p className={classes.quiet}>{t('nothingTold')}</p>}
            <Timeline moments={events.map((event) => momentOf(event, word))} />
            {!isWhole && <p className={classes.quiet}>{t('toldCut')}</p>}
          </>
        );
      }}
    </Loaded>
  );
}

function momentOf({ id, receivedAt, outcome, payload, detail }: WebhookEvent, word: ServerWord): Moment {
  const status = typeof payload?.status === 'string' ? payload.status : outcome;
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

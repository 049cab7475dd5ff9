import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { directionOf, setLanguage, useWords } from '../words/define.ts';
import { useAmount } from './amount.ts';
import { EpisodePage } from './episode-page.tsx';
import { sendEvents } from './events.ts';
import { Failure } from './failure.tsx';
import { FeedPage } from './home-page.tsx';
import { discoverHref, homeHref, type Place, storeHref, usePlace } from './location.ts';
import { pushKey, reportPushThatOpened, takePushes } from './pushes.ts';
import { walletQuery } from './queries.ts';
import { SeriesPage } from './series-page.tsx';
import { markets, movePhone, newPhone, openPhone, type Phone } from './session.ts';
import { StorePage } from './store-page.tsx';
import { viewerWords } from './words.ts';

/** The app as a viewer has it, in the frame of a phone, and beside it which viewer that is. */
export function App() {
  const [phone, setPhone] = useState<Phone>();
  const [error, setError] = useState<unknown>();
  const queries = useQueryClient();
  const show = async (next: Promise<Phone>): Promise<void> => {
    try {
      const opened = await next;
      await setLanguage(opened.language);
      document.documentElement.lang = opened.language;
      document.documentElement.dir = directionOf(opened.language);
      setPhone(opened);
      void reportPushThatOpened();
      setError(undefined);
      await queries.invalidateQueries();
    } catch (failure) {
      setError(failure);
    }
  };
  // Once: who the phone belongs to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it calls is made anew at each render
  useEffect(() => {
    void show(openPhone());
  }, []);
  const startOver = (country: string, language: Phone['language']): void => {
    const begin = async (): Promise<Phone> => {
      // What this guest did is told while the phone is still theirs.
      await sendEvents();
      queries.clear();
      return newPhone(country, language);
    };
    window.location.hash = homeHref;
    void show(begin());
  };
  return (
    <main className="stage">
      <div className="device">
        {error ? <Failure error={error} retry={() => void show(openPhone())} /> : phone ? <Screens /> : null}
      </div>
      {phone ? <Settings phone={phone} show={show} startOver={startOver} /> : null}
    </main>
  );
}

function pageAt(place: Place): ReactNode {
  if (place.page === 'store') return <StorePage />;
  if (place.page === 'series') return <SeriesPage key={place.slug} slug={place.slug} />;
  if (place.page === 'episode') return <EpisodePage key={place.id} slug={place.slug} id={place.id} />;
  return place.page === 'discover' ? (
    <FeedPage key="discover" surface="discover" />
  ) : (
    <FeedPage key="home" surface="for_you" />
  );
}

function Screens() {
  const t = useWords(viewerWords);
  const amount = useAmount();
  const place = usePlace();
  const { data: wallet } = useQuery(walletQuery);
  return (
    <>
      <div className="scroll">{pageAt(place)}</div>
      <nav className="tabs" aria-label={t('menu')}>
        <a href={homeHref} aria-current={place.page === 'home' ? 'page' : undefined}>
          {t('home')}
        </a>
        <a href={discoverHref} aria-current={place.page === 'discover' ? 'page' : undefined}>
          {t('discover')}
        </a>
        <a href={storeHref} aria-current={place.page === 'store' ? 'page' : undefined}>
          {t('coins', amount(wallet?.balanceTotal ?? 0))}
        </a>
      </nav>
    </>
  );
}

/** Registers this browser for pushes, where the service sends any. */
function Pushes() {
  const t = useWords(viewerWords);
  const { data: key } = useQuery({ queryKey: ['push key'], queryFn: pushKey, staleTime: Number.POSITIVE_INFINITY });
  const [answer, setAnswer] = useState<'on' | 'refused'>();
  if (!key) return null;
  if (answer) return <p role="status">{t(`pushes.${answer}`)}</p>;
  const turnOn = async (): Promise<void> => {
    const isOn = await takePushes(key).catch(() => false);
    setAnswer(isOn ? 'on' : 'refused');
  };
  return (
    <button type="button" className="quiet" onClick={() => void turnOn()}>
      {t('pushes.turnOn')}
    </button>
  );
}

interface SettingsProps {
  readonly phone: Phone;
  readonly show: (next: Promise<Phone>) => Promise<void>;
  readonly startOver: (country: string, language: Phone['language']) => void;
}

/** Whose phone this is: what is decided in the panel differs by market and language. */
function Settings({ phone, show, startOver }: SettingsProps) {
  const t = useWords(viewerWords);
  // Chosen at once; the app follows when the service has answered.
  const [chosen, setChosen] = useState(phone.country);
  return (
    <aside className="settings">
      <h1>{t('title')}</h1>
      <p>{t('about')}</p>
      <fieldset>
        <legend>{t('market.legend')}</legend>
        {markets.map(({ code, language }) => (
          <label key={code}>
            <input
              type="radio"
              name="market"
              checked={chosen === code}
              onChange={() => {
                setChosen(code);
                void show(movePhone(phone, code, language));
              }}
            />
            {t(`market.${code}`)}
          </label>
        ))}
      </fieldset>
      <Pushes key={phone.deviceId} />
      <button type="button" className="quiet" onClick={() => startOver(phone.country, phone.language)}>
        {t('startOver')}
      </button>
    </aside>
  );
}

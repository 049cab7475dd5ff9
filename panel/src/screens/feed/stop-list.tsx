import { ownAddress } from '../../api/own-address.ts';
import { Picture } from '../../app/pictures.tsx';
import { Note, Stack } from '../../ui/box.tsx';
import { RowButton } from '../../ui/row-button.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useTitleIn } from '../../words/title.ts';
import classes from './feed.module.css';
import type { Stop } from './queries.ts';
import { feedWords } from './words.ts';

function useStopText(): (stop: Stop) => string {
  const t = useWords(feedWords);
  const titleIn = useTitleIn();
  return ({ kind, series, episodes }) => {
    if (series === null) return t('stop.noneFree');
    const title = titleIn(series.title, series.titleI18n);
    if (kind === 'free_series') return t('stop.free', { series: title });
    if (kind === 'window_end') return t('stop.window', { series: title });
    return episodes > 0 ? t('stop.episodes', { series: title, count: episodes }) : t('stop.series', { series: title });
  };
}

interface StopListProps {
  stops: readonly Stop[];
  at: string | undefined;
  onGo: (at: string) => void;
}

/** What changes by itself and when, each a moment to look at. */
export function StopList({ stops, at, onGo }: StopListProps) {
  const t = useWords(feedWords);
  const textOf = useStopText();
  if (stops.length === 0) return <Note>{t('noStops')}</Note>;
  return (
    <ol className={classes.stops}>
      {stops.map((stop) => (
        <li key={`${stop.at} ${stop.kind} ${stop.series?.id ?? ''}`}>
          <RowButton aria-current={stop.at === at ? 'step' : undefined} onClick={() => onGo(stop.at)}>
            <Picture src={stop.series?.pictureUrl ? ownAddress(stop.series.pictureUrl) : undefined} shape="poster" />
            <Stack as="span">
              <bdi>{textOf(stop)}</bdi>
              <small>
                <Time at={stop.at} />
              </small>
            </Stack>
          </RowButton>
        </li>
      ))}
    </ol>
  );
}

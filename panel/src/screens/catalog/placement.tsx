import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useTitleIn } from '../../words/title.ts';
import classes from './editor.module.css';
import { placementWords } from './placement-words.ts';
import { type Placement, placementQuery } from './queries.ts';

/** The rails that show a series and the days on which it is free. It can be published without any of it. */
export function SeriesPlacement({ id }: { id: string }) {
  const t = useWords(placementWords);
  const { may } = useSession();
  const isOpen = may('curation:read');
  const { data } = useQuery({ ...placementQuery(id), enabled: isOpen });
  if (!isOpen || !data) return null;
  return (
    <>
      <h2 className={classes.heading}>{t('placement')}</h2>
      <DescriptionList
        facts={[
          [t('rails'), <Rails key="rails" rails={data.rails} />],
          [t('freeOn'), <FreeDays key="free" days={data.freeDays} />],
        ]}
      />
    </>
  );
}

function Rails({ rails }: { rails: Placement['rails'] }) {
  const t = useWords(placementWords);
  const titleIn = useTitleIn();
  if (rails.length === 0) return <span className={classes.quiet}>{t('noRails')}</span>;
  return (
    <ul className={classes.places}>
      {rails.map(({ id, surface, titleI18n, byRule }) => (
        <li key={id}>
          <Link to="/feed" search={{ surface }} className={classes.link}>
            <bdi>{titleIn(titleI18n.en ?? '', titleI18n)}</bdi>
          </Link>{' '}
          <span className={classes.quiet}>
            {t(surface === 'for_you' ? 'forYou' : 'discover')}
            {byRule && ` · ${t('byRule')}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function FreeDays({ days }: { days: Placement['freeDays'] }) {
  const t = useWords(placementWords);
  const format = useFormat();
  const { country } = usePlaces();
  if (days.length === 0) return <span className={classes.quiet}>{t('notFree')}</span>;
  return (
    <ul className={classes.places}>
      {days.map(({ date, marketCode }) => (
        <li key={`${date} ${marketCode ?? ''}`}>
          <Link to="/free-series" search={{ day: date, market: marketCode ?? undefined }} className={classes.link}>
            {format.date(date)}
          </Link>{' '}
          <span className={classes.quiet}>{marketCode === null ? t('allMarkets') : country(marketCode)}</span>
        </li>
      ))}
    </ul>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Alert } from '../../ui/alert.tsx';
import { Stack } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { useLanguage, useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './push.module.css';
import { type Audience, audienceQuery, type Campaign, languages } from './queries.ts';
import { titleIn } from './title-in.ts';
import { pushWords } from './words.ts';

export function useTitleOf(): (campaign: Pick<Campaign, 'titleI18n'>) => string {
  const language = useLanguage();
  return ({ titleI18n }) => titleIn(titleI18n, language);
}

export function CampaignPill({ status }: Pick<Campaign, 'status'>) {
  const word = useServerWord();
  const tone = status === 'sending' ? 'info' : status === 'sent' ? 'positive' : toneOf(status);
  return <StatusPill tone={tone}>{word('status', status)}</StatusPill>;
}

/** For whom it is: the segment and the market, or everyone. */
export function useForWhom(): (campaign: Pick<Campaign, 'segment' | 'market'>) => string {
  const t = useWords(pushWords);
  const places = usePlaces();
  return ({ segment, market }) =>
    [segment?.name ?? t('everyone'), market === null ? t('allMarkets') : places.country(market)].join(' · ');
}

const parts = ['delivered', 'failed', 'skipped', 'cancelled', 'waiting'] as const;

/** How far a campaign is, as a bar; what is in it is said in words too. */
export function CountsBar({ counts }: Pick<Campaign, 'counts'>) {
  const word = useServerWord();
  const format = useFormat();
  if (counts.queued === 0) return <span className={classes.quiet}>–</span>;
  const shown = parts.filter((part) => counts[part] > 0);
  return (
    <span className={classes.counts}>
      <span aria-hidden className={classes.bar}>
        {shown.map((part) => (
          <span key={part} data-part={part} style={{ flexGrow: counts[part] }} />
        ))}
      </span>
      <small className="tabular">
        {shown.map((part) => `${word('status', part)} ${format.number(counts[part])}`).join(' · ')}
      </small>
    </span>
  );
}

interface WaitingProps {
  waiting: readonly {
    readonly market: string | null;
    readonly users: number;
    readonly until: string;
    readonly timeZone: string;
  }[];
}

/** Who gets it when their quiet hours end. */
export function Waiting({ waiting }: WaitingProps) {
  const t = useWords(pushWords);
  const format = useFormat();
  const places = usePlaces();
  if (waiting.length === 0) return null;
  return (
    <ul className={classes.lines}>
      {waiting.map(({ market, users, until, timeZone }) => (
        <li key={`${market} ${until}`}>
          {t('waits', {
            count: users,
            amount: format.number(users),
            time: format.dateTime(until, timeZone).slice(-5),
            market: market === null ? t('noMarket') : places.country(market),
          })}
        </li>
      ))}
    </ul>
  );
}

/** Who reads a language that it is not written in. */
export function MissingLanguages({ languages: read, written }: MissingProps) {
  const t = useWords(pushWords);
  const word = useServerWord();
  const format = useFormat();
  const missing = languages.flatMap((language) => {
    const users = read.find((one) => one.language === language)?.users ?? 0;
    return users === 0 || language === 'en' || written.includes(language) ? [] : [{ language, users }];
  });
  if (missing.length === 0) return null;
  return (
    <Alert tone="warning">
      {missing.map(({ language, users }) => (
        <p key={language}>
          {t('missing', { count: users, amount: format.number(users), language: word('language', language) })}
        </p>
      ))}
    </Alert>
  );
}

interface MissingProps {
  languages: readonly { readonly language: string | null; readonly users: number }[];
  written: readonly string[];
}

/** The languages that a campaign is written in. */
export const writtenIn = ({ titleI18n }: Pick<Campaign, 'titleI18n'>): string[] =>
  languages.filter((one) => titleI18n[one]);

interface AudienceProps {
  audience: Audience;
  written: readonly string[];
}

/** How many people a campaign would go to now, who would wait, and who would not get it in their language. */
export function AudienceCount({ audience, written }: AudienceProps) {
  const t = useWords(pushWords);
  const format = useFormat();
  const { data, isError, isFetching } = useQuery(audienceQuery(audience));
  const people = (users: number) => t('people', { count: users, amount: format.number(users) });
  const devices = (count: number) => t('devices', { count, amount: format.number(count) });
  const reach = (count: NonNullable<typeof data>) =>
    count.users === 0
      ? t('reachesNobody')
      : t('reaches', { people: people(count.users), devices: devices(count.devices) });
  return (
    <Stack gap="xs">
      <p
        className={classes.audience}
        role="status"
        data-stale={isFetching || undefined}
        data-nobody={data?.users === 0 || undefined}
      >
        {isError ? t('notCounted') : data ? reach(data) : t('counting')}
      </p>
      {data && <MissingLanguages languages={data.languages} written={written} />}
      {data && <Waiting waiting={data.waiting} />}
    </Stack>
  );
}

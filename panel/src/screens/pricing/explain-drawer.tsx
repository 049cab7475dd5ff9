import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Inline, Pair, Rows, Stack } from '../../ui/box.tsx';
import { DateField } from '../../ui/date/date-field.tsx';
import { fromField, isUnreadableDate, toField } from '../../ui/date/days.ts';
import { DetailDrawer, DrawerSection } from '../../ui/detail-drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { StatusPill, type Tone } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useTitleIn } from '../../words/title.ts';
import { useCoins, usePeriod } from './names.ts';
import classes from './pricing.module.css';
import { type Explanation, explainQuery } from './queries.ts';
import { pricingWords } from './words.ts';

const route = getRouteApi('/shell/pricing');

const tones: Readonly<Record<Explanation['candidates'][number]['outcome'], Tone>> = {
  applied: 'positive',
  outranked: 'neutral',
  superseded: 'neutral',
  not_started: 'info',
  ended: 'neutral',
  switched_off: 'warning',
};

/** Why an episode costs what it does, in a market at a moment: everything that could say its price, in order. */
export function ExplainDrawer({ episodeId }: { episodeId: string }) {
  const t = useWords(pricingWords);
  const titleIn = useTitleIn();
  const { all } = usePlaces();
  const { market = '', at } = route.useSearch();
  const navigate = route.useNavigate();
  const [when, setWhen] = useState(toField(at ?? null));
  const explained = useQuery(explainQuery(episodeId, market || undefined, at));
  const ask = (value: string) => {
    setWhen(value);
    if (isUnreadableDate(value)) return;
    void navigate({ search: (now) => ({ ...now, at: fromField(value) }), replace: true });
  };
  const close = () => void navigate({ search: ({ view, series }) => ({ view, series }) });
  const episode = explained.data?.episode;
  const title = episode
    ? t('explain.title', { number: episode.episodeNumber, title: titleIn(episode.title, episode.titleI18n) })
    : t('explain.wait');
  return (
    <DetailDrawer title={title} subtitle={<Subtitle episode={episode} />} onClose={close} size={520}>
      <Pair align="end">
        <NativeSelect
          label={t('scope.market')}
          value={market}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ search: (now) => ({ ...now, market: value || undefined }), replace: true })
          }
          data={[{ value: '', label: t('heat.elsewhere') }, ...all()]}
        />
        <DateField withTime label={t('explain.at')} description={t('explain.atHint')} value={when} onChange={ask} />
      </Pair>
      {!isUnreadableDate(when) && (
        <Loaded query={explained} lines={6}>
          {(data) => <Reasons explanation={data} />}
        </Loaded>
      )}
    </DetailDrawer>
  );
}

/** Which series it is of, and what the list below means. */
function Subtitle({ episode }: { episode: Explanation['episode'] | undefined }) {
  const t = useWords(pricingWords);
  const titleIn = useTitleIn();
  if (!episode) return t('explain.text');
  const series = titleIn(episode.seriesTitle, episode.seriesTitleI18n);
  return (
    <span>
      <strong>
        <bdi>{series}</bdi>
      </strong>{' '}
      · {t('explain.text')}
    </span>
  );
}

function Reasons({ explanation }: { explanation: Explanation }) {
  const { coinsRequired, priceSource, candidates, freeToday, at } = explanation;
  const t = useWords(pricingWords);
  const format = useFormat();
  const coins = useCoins();
  const period = usePeriod();
  return (
    <>
      {freeToday && <Alert tone="positive">{t('explain.free', { day: format.date(at) })}</Alert>}
      <Inline as="p" className={classes.answer} align="baseline">
        <strong className="tabular">{coins(coinsRequired)}</strong> <span>{t(`source.${priceSource}`)}</span>
      </Inline>
      <DrawerSection title={t('explain.order')}>
        <Rows as="ol" className={classes.reasons}>
          {candidates.map((candidate) => (
            <li key={candidate.overrideId ?? candidate.source} data-outcome={candidate.outcome}>
              <Stack as="span" className={classes.reason}>
                {candidate.overrideId === null ? (
                  t(`source.${candidate.source}`)
                ) : (
                  <Link to="/pricing/$id" params={{ id: candidate.overrideId }} search>
                    {t(`source.${candidate.source}`)}
                  </Link>
                )}
                <small>{period(candidate)}</small>
              </Stack>
              <span className="tabular">{coins(candidate.coins)}</span>
              <StatusPill tone={tones[candidate.outcome]}>{t(`outcome.${candidate.outcome}`)}</StatusPill>
            </li>
          ))}
        </Rows>
      </DrawerSection>
    </>
  );
}

import { Button } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { Box, Columns, Note } from '../../ui/box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import classes from './analytics.module.css';
import { type SeriesDetail, type WhatIfAnswer, whatIfQuery } from './queries.ts';
import whatIfClasses from './what-if.module.css';
import { analyticsWords } from './words.ts';

const route = getRouteApi('/shell/analytics/content/$id');

/** What another number of free episodes and another price would have brought; both are in the address. */
export function WhatIf({ series }: { series: SeriesDetail }) {
  const t = useWords(analyticsWords);
  const { dateFrom, dateTo, market, free: freeEpisodes, coins } = route.useSearch();
  const answer = useQuery(whatIfQuery(series.seriesId, { dateFrom, dateTo, market, freeEpisodes, coins }));
  return (
    <Box as="section" className={classes.card} framed="raised" pad="lg" aria-label={t('whatIf.title')}>
      <h2>{t('whatIf.title')}</h2>
      <Note>{t('whatIf.text')}</Note>
      <Loaded query={answer} lines={4}>
        {(data) => (
          <>
            {isKnown(data) && <Sliders answer={data} episodes={series.episodes.length} />}
            <div aria-live="polite" aria-busy={answer.isPlaceholderData} className={whatIfClasses.answer}>
              <Prediction answer={data} />
            </div>
          </>
        )}
      </Loaded>
    </Box>
  );
}

/** Where nothing is known of the series as it is, there is nothing to try. */
const isKnown = ({ outcome, observed }: WhatIfAnswer): boolean => outcome === 'predicted' || observed.unlocks > 0;

const leastMax = 40;

interface SlidersProps {
  answer: WhatIfAnswer;
  episodes: number;
}

function Sliders({ answer: { freeEpisodes, coins, observed }, episodes }: SlidersProps) {
  const t = useWords(analyticsWords);
  const format = useFormat();
  const { free, coins: price } = route.useSearch();
  const navigate = route.useNavigate();
  const set = (changed: { free?: number | undefined; coins?: number | undefined }) =>
    void navigate({ search: (kept) => ({ ...kept, ...changed }), replace: true, resetScroll: false });
  const coinsText = (count: number) => t('whatIf.coinsValue', { count, amount: format.number(count) });
  return (
    <Columns className={whatIfClasses.sliders}>
      <Slider
        label={t('whatIf.freeEpisodes')}
        value={free ?? freeEpisodes}
        max={episodes}
        show={format.number}
        onSettle={(value) => set({ free: value })}
      />
      <Slider
        label={t('whatIf.coins')}
        value={price ?? coins}
        min={1}
        max={Math.max(leastMax, Math.round(observed.averageCoins * 3), price ?? 0)}
        show={coinsText}
        onSettle={(value) => set({ coins: value })}
      />
      {(free !== undefined || price !== undefined) && (
        <Button
          variant="default"
          className={whatIfClasses.reset ?? ''}
          onClick={() => set({ free: undefined, coins: undefined })}
        >
          {t('whatIf.reset')}
        </Button>
      )}
    </Columns>
  );
}

interface SliderProps {
  label: string;
  value: number;
  min?: number;
  max: number;
  show: (value: number) => string;
  onSettle: (value: number) => void;
}

/** Follows the hand at once, and asks when it rests. */
function Slider({ label, value, min = 0, max, show, onSettle }: SliderProps) {
  const [held, setHeld] = useState(value);
  useEffect(() => setHeld(value), [value]);
  const settle = useDebouncedCallback(onSettle, 250);
  return (
    <label className={whatIfClasses.slider}>
      <span>
        {label} <strong>{show(held)}</strong>
      </span>
      <input
        type="range"
        min={min}
        max={max}
        value={held}
        aria-valuetext={show(held)}
        onChange={(event) => {
          const next = Number(event.currentTarget.value);
          setHeld(next);
          settle(next);
        }}
      />
    </label>
  );
}

function Prediction({ answer: { predicted, observed } }: { answer: WhatIfAnswer }) {
  const t = useWords(analyticsWords);
  if (predicted === null) return <EmptyState title={t('whatIf.notEnough.title')} text={t('whatIf.notEnough.text')} />;
  return (
    <>
      <dl className={classes.tiles}>
        <Range label={t('whatIf.unlocks')} range={predicted.unlocks} now={observed.unlocks} />
        <Range label={t('whatIf.burned')} range={predicted.coins} now={observed.coinsBurned} />
      </dl>
      <Note>{t('whatIf.care')}</Note>
    </>
  );
}

interface RangeProps {
  label: string;
  range: { readonly low: number; readonly expected: number; readonly high: number };
  now: number;
}

/** What is expected, and between what it most likely is; as a bar beside what there was. */
function Range({ label, range: { low, expected, high }, now }: RangeProps) {
  const t = useWords(analyticsWords);
  const format = useFormat();
  const most = Math.max(1, high, now);
  const at = (value: number) => `${(value / most) * 100}%`;
  return (
    <Box className={classes.tile} framed="raised" pad="md">
      <dt>{label}</dt>
      <dd>
        <span className={classes.value}>{format.number(expected)}</span>
        <span className={whatIfClasses.range} aria-hidden>
          <span style={{ insetInlineStart: at(low), inlineSize: at(high - low) }} />
          <i style={{ insetInlineStart: at(now) }} />
        </span>
        <small>{t('whatIf.between', { low: format.number(low), high: format.number(high) })}</small>
        <br />
        <small>{t('whatIf.now', { amount: format.number(now) })}</small>
      </dd>
    </Box>
  );
}

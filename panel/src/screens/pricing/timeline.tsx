import { getRouteApi, Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { ownAddress } from '../../api/own-address.ts';
import { Picture } from '../../app/pictures.tsx';
import { Inline, Text } from '../../ui/box.tsx';
import { dayOf, stepMonth } from '../../ui/date/days.ts';
import { PeriodBar } from '../../ui/date/period-bar.tsx';
import { useTodayInView } from '../../ui/date/today-in-view.ts';
import { useFormat } from '../../ui/format.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { useWords } from '../../words/define.ts';
import { useCoins, usePeriod, useTargetName } from './names.ts';
import type { Override, Scope } from './queries.ts';
import classes from './tables.module.css';
import { inRows, monthsAround, type Place, placeOf, statusOf } from './windows.ts';
import { pricingWords } from './words.ts';

const route = getRouteApi('/shell/pricing');

interface Lane {
  readonly key: string;
  readonly scope: Scope;
  readonly name: string;
  readonly picture: string | null;
  readonly overrides: readonly Override[];
}

const scopes: readonly Scope[] = ['market', 'series', 'episode'];

function lanesOf(overrides: readonly Override[], nameOf: (override: Override) => string): Lane[] {
  const keyOf = ({ scope, scopeRef }: Override) => `${scope} ${scopeRef}`;
  const firsts = new Map(overrides.map((override) => [keyOf(override), override]));
  const lanes = [...firsts].map(([key, first]): Lane => {
    const own = overrides.filter((override) => keyOf(override) === key);
    return { key, scope: first.scope, name: nameOf(first), picture: first.item?.pictureUrl ?? null, overrides: own };
  });
  return lanes.toSorted(
    (one, other) => scopes.indexOf(one.scope) - scopes.indexOf(other.scope) || one.name.localeCompare(other.name),
  );
}

/** Every price that is set, as bars in time: a line for each market, series and episode. */
export function Timeline({ overrides }: { overrides: readonly Override[] }) {
  const t = useWords(pricingWords);
  const format = useFormat();
  const { day = dayOf(new Date()) } = route.useSearch();
  const months = monthsAround(day);
  const [first = new Date(), last = new Date()] = [months[0], months.at(-1)];
  const shown = months.slice(0, -1);
  const lanes = lanesOf(overrides, useTargetName());
  const frame = useTodayInView(day);
  const now = (Date.now() - first.getTime()) / (last.getTime() - first.getTime());
  return (
    <>
      <MonthBar day={day} months={shown} />
      <ScrollBox ref={frame} label={t('board')} framed>
        <table className={classes.lanes} aria-label={t('board')}>
          <thead>
            <tr>
              <th scope="col">{t('for')}</th>
              <th scope="col">
                <span className={classes.months}>
                  {shown.map((month) => (
                    <span key={month.getTime()}>{format.month(month)}</span>
                  ))}
                </span>
              </th>
            </tr>
          </thead>
          <tbody>
            {lanes.map((lane) => (
              <tr key={lane.key}>
                <th scope="row">
                  <LaneName lane={lane} />
                </th>
                <td>
                  {now > 0 && now < 1 && (
                    <span
                      aria-hidden
                      data-today
                      className={classes.now}
                      style={{ insetInlineStart: `${now * 100}%` }}
                    />
                  )}
                  <Bars lane={lane} first={first} last={last} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}

function MonthBar({ day, months }: { day: string; months: readonly Date[] }) {
  const t = useWords(pricingWords);
  const format = useFormat();
  const navigate = route.useNavigate();
  const go = (to: string | undefined) => void navigate({ search: to ? { day: to } : {} });
  const [first, last] = [months[0], months.at(-1)];
  return (
    <PeriodBar
      title={first && last ? `${format.month(first)} – ${format.month(last)}` : ''}
      onStep={(step) => go(stepMonth(day, step))}
      onToday={() => go(undefined)}
    >
      <Inline
        as="ul"
        className={classes.legend}
        align="stretch"
        wraps
        gap="md"
        rowGap="2xs"
        size="sm"
        tone="muted"
        aria-label={t('legend')}
      >
        {(['running', 'planned', 'ended', 'off'] as const).map((status) => (
          <li key={status} data-status={status}>
            {t(`status.${status}`)}
          </li>
        ))}
      </Inline>
    </PeriodBar>
  );
}

function LaneName({ lane: { scope, name, picture } }: { lane: Lane }) {
  const t = useWords(pricingWords);
  return (
    <Inline as="span" className={classes.lane}>
      {scope !== 'market' && (
        <Picture
          src={picture === null ? undefined : ownAddress(picture)}
          shape={scope === 'series' ? 'poster' : 'thumb'}
        />
      )}
      <span>
        <Text as="bdi" weight="medium" clamp title={name}>
          {name}
        </Text>
        <small>{t(`scope.${scope}`)}</small>
      </span>
    </Inline>
  );
}

interface BarsProps {
  lane: Lane;
  first: Date;
  last: Date;
}

/** Bars that take less than this many percent have no room for words: their figure stands beside them. */
const narrowest = 6;

/** What a bar takes with its figure, in percent: at the end of the line that stands before it. */
function roomFor(place: Place): Place {
  if (place.size >= narrowest) return place;
  const isAtEnd = place.start + 2 * narrowest > 100;
  return { ...place, start: isAtEnd ? place.start - narrowest : place.start, size: place.size + narrowest };
}

/** What is outside of the months shown is a line of its own, so that nothing is out of sight. */
function Bars({ lane, first, last }: BarsProps) {
  const t = useWords(pricingWords);
  const format = useFormat();
  const coins = useCoins();
  const period = usePeriod();
  const now = new Date();
  const placed = lane.overrides.map((override) => ({ override, place: placeOf(override, first, last) }));
  const bars = inRows(
    placed.flatMap(({ override, place }) => (place ? [{ override, bar: place, place: roomFor(place) }] : [])),
  );
  const others = placed.filter(({ place }) => place === undefined);
  const rows = bars.reduce((most, { row }) => Math.max(most, row + 1), 0);
  const labelOf = (override: Override) =>
    t('bar', {
      name: lane.name,
      coins: coins(override.coins),
      period: period(override),
      status: t(`status.${statusOf(override, now)}`),
    });
  return (
    <>
      <div className={classes.bars} style={{ blockSize: rows * 28 }}>
        {bars.map(({ override, bar, place, row }) => (
          <Fragment key={override.id}>
            <Link
              to="/pricing/$id"
              params={{ id: override.id }}
              search
              className={classes.barLink}
              data-status={statusOf(override, now)}
              data-before={bar.comesFromBefore || undefined}
              data-after={bar.goesOn || undefined}
              aria-label={labelOf(override)}
              title={labelOf(override)}
              style={{ insetInlineStart: `${bar.start}%`, inlineSize: `${bar.size}%`, insetBlockStart: row * 28 }}
            >
              {bar === place && coins(override.coins)}
            </Link>
            {bar !== place && (
              <Text
                aria-hidden
                className={classes.figure}
                size="sm"
                weight="strong"
                nowrap
                style={{
                  insetBlockStart: row * 28,
                  ...(place.start < bar.start
                    ? { insetInlineEnd: `${100 - bar.start}%` }
                    : { insetInlineStart: `max(${bar.start + bar.size}%, ${bar.start}% + 12px)` }),
                }}
              >
                {override.coins === 0 ? t('free') : format.number(override.coins)}
              </Text>
            )}
          </Fragment>
        ))}
      </div>
      {others.map(({ override }) => (
        <Link
          key={override.id}
          to="/pricing/$id"
          params={{ id: override.id }}
          search
          className={classes.other}
          aria-label={labelOf(override)}
        >
          {coins(override.coins)} · {period(override)}
        </Link>
      ))}
    </>
  );
}

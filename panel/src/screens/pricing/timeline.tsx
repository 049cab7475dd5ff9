import { ActionIcon, Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ownAddress } from '../../api/own-address.ts';
import { Picture } from '../../app/pictures.tsx';
import { useFormat } from '../../ui/format.ts';
import { IconChevronLeft, IconChevronRight } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import { useCoins, usePeriod, useTargetName } from './names.ts';
import type { Override, Scope } from './queries.ts';
import classes from './tables.module.css';
import { inRows, monthsAround, placeOf, standingOf, stepMonths } from './windows.ts';
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

const today = (): string => new Date().toISOString().slice(0, 10);

/** Every price that is set, as bars in time: a line for each market, series and episode. */
export function Timeline({ overrides }: { overrides: readonly Override[] }) {
  const t = useWords(pricingWords);
  const format = useFormat();
  const { day = today() } = route.useSearch();
  const months = monthsAround(day);
  const [first = new Date(), last = new Date()] = [months[0], months.at(-1)];
  const shown = months.slice(0, -1);
  const lanes = lanesOf(overrides, useTargetName());
  const now = (Date.now() - first.getTime()) / (last.getTime() - first.getTime());
  return (
    <>
      <MonthBar day={day} months={shown} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard */}
      <div className={classes.frame} tabIndex={0}>
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
                    <span aria-hidden className={classes.now} style={{ insetInlineStart: `${now * 100}%` }} />
                  )}
                  <Bars lane={lane} first={first} last={last} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
    <div className={classes.bar}>
      <ActionIcon variant="default" size={32} aria-label={t('previous')} onClick={() => go(stepMonths(day, -1))}>
        <IconChevronLeft size={16} className="points" />
      </ActionIcon>
      <ActionIcon variant="default" size={32} aria-label={t('next')} onClick={() => go(stepMonths(day, 1))}>
        <IconChevronRight size={16} className="points" />
      </ActionIcon>
      <Button variant="default" onClick={() => go(undefined)}>
        {t('today')}
      </Button>
      <h2 className={classes.range} aria-live="polite">
        {first && last && `${format.month(first)} – ${format.month(last)}`}
      </h2>
      <ul className={classes.legend} aria-label={t('legend')}>
        {(['running', 'planned', 'ended', 'off'] as const).map((standing) => (
          <li key={standing} data-standing={standing}>
            {t(`standing.${standing}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function LaneName({ lane: { scope, name, picture } }: { lane: Lane }) {
  const t = useWords(pricingWords);
  return (
    <span className={classes.lane}>
      {scope !== 'market' && (
        <Picture
          src={picture === null ? undefined : ownAddress(picture)}
          shape={scope === 'series' ? 'poster' : 'thumb'}
        />
      )}
      <span>
        <bdi title={name}>{name}</bdi>
        <small>{t(`scope.${scope}`)}</small>
      </span>
    </span>
  );
}

interface BarsProps {
  lane: Lane;
  first: Date;
  last: Date;
}

/** Bars that take less than this many percent have no room for words. */
const narrowest = 6;

/** What is outside of the months shown is a line of its own, so that nothing is out of sight. */
function Bars({ lane, first, last }: BarsProps) {
  const t = useWords(pricingWords);
  const coins = useCoins();
  const period = usePeriod();
  const now = new Date();
  const placed = lane.overrides.map((override) => ({ override, place: placeOf(override, first, last) }));
  const bars = inRows(placed.flatMap(({ override, place }) => (place ? [{ override, place }] : [])));
  const others = placed.filter(({ place }) => place === undefined);
  const rows = bars.reduce((most, { row }) => Math.max(most, row + 1), 0);
  const labelOf = (override: Override) =>
    t('bar', {
      name: lane.name,
      coins: coins(override.coins),
      period: period(override),
      standing: t(`standing.${standingOf(override, now)}`),
    });
  return (
    <>
      <div className={classes.bars} style={{ blockSize: rows * 28 }}>
        {bars.map(({ override, place, row }) => (
          <Link
            key={override.id}
            to="/pricing/$id"
            params={{ id: override.id }}
            search
            className={classes.barLink}
            data-standing={standingOf(override, now)}
            data-before={place.comesFromBefore || undefined}
            data-after={place.goesOn || undefined}
            aria-label={labelOf(override)}
            title={labelOf(override)}
            style={{
              insetInlineStart: `${place.start}%`,
              inlineSize: `${place.size}%`,
              insetBlockStart: row * 28,
            }}
          >
            {place.size >= narrowest && coins(override.coins)}
          </Link>
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

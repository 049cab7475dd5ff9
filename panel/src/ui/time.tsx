import type { ReactNode } from 'react';
import { useWords } from '../words/define.ts';
import { useFormat } from './format.ts';
import { useHint } from './hint.tsx';
import { browserZone, usePreferences } from './preferences.ts';
import classes from './time.module.css';
import { uiWords } from './words.ts';

interface TimeProps {
  /** An ISO moment, or null for never. */
  at: string | null;
  /** Shows the distance from now instead of the moment; the moment is in the tooltip. */
  distance?: boolean;
  /** Stands for the moment, such as what is left until then. */
  children?: ReactNode;
}

const cityOf = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;

/** A moment in UTC; under a pointer also in the operator's and in the market's time zone. */
export function Time({ at, distance = false, children }: TimeProps) {
  const t = useWords(uiWords);
  const format = useFormat();
  const { hint, events } = useHint(at && <Zones at={at} />, 420);
  if (at === null) return <span className={classes.never}>{t('never')}</span>;
  return (
    <>
      <time dateTime={at} className={classes.time} {...events}>
        {children ?? (distance ? format.ago(at) : `${format.dateTime(at, 'UTC')} UTC`)}
      </time>
      {hint}
    </>
  );
}

function Zones({ at }: { at: string }) {
  const t = useWords(uiWords);
  const format = useFormat();
  const { zone, marketZone } = usePreferences();
  const own = zone ?? browserZone();
  const lines = [
    [t('time.utc'), format.dateTime(at, 'UTC')],
    [`${t('time.yours')} · ${cityOf(own)}`, format.dateTime(at, own)],
    [`${t('time.market')} · ${cityOf(marketZone)}`, format.dateTime(at, marketZone)],
    [t('time.ago'), format.ago(at)],
  ];
  return (
    <span className={classes.zones}>
      {lines.map(([name, value]) => (
        <span key={name} className={classes.zone}>
          <span>{name}</span>
          <span className="tabular">{value}</span>
        </span>
      ))}
    </span>
  );
}

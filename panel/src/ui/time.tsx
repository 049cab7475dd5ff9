import { type ReactNode, useContext } from 'react';
import { useWords } from '../words/define.ts';
import { Inline, Stack, Text } from './box.tsx';
import { FactContext } from './description-list.tsx';
import { useFormat } from './format.ts';
import { useHint } from './hint.tsx';
import { useNow } from './now.ts';
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

/** How often a distance such as “3 minutes ago” is refreshed. A moment does not age. */
const stepMs = { distance: 60_000, moment: 24 * 60 * 60_000 };

/**
 * A moment in UTC; a tooltip has it in the time zones of the operator and of the market too. The keyboard reaches the
 * tooltip in the facts of a detail: in a list it would stop at every row.
 */
export function Time({ at, distance = false, children }: TimeProps) {
  const t = useWords(uiWords);
  const format = useFormat();
  const { hint, events } = useHint(at && <Zones at={at} />, 420);
  const isReachable = useContext(FactContext);
  useNow(distance ? stepMs.distance : stepMs.moment);
  if (at === null) return <Text tone="muted">{t('never')}</Text>;
  return (
    <>
      <time dateTime={at} className={classes.time} {...(isReachable && { tabIndex: 0 })} {...events}>
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
    <Stack as="span" gap="2xs" size="sm">
      {lines.map(([name, value]) => (
        <Inline key={name} as="span" align="stretch" justify="between" gap="2xl">
          <span>{name}</span>
          <span className="tabular">{value}</span>
        </Inline>
      ))}
    </Stack>
  );
}

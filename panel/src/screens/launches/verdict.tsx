import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOpenScreens } from '../../app/session.ts';
import { IconCheck, IconMinus, IconX } from '../../ui/icons.ts';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import classes from './launches.module.css';
import type { Reason, Verdict } from './queries.ts';
import { launchWords } from './words.ts';

const tones = { go: 'positive', no_go: 'danger', not_needed: 'neutral' } as const;
const icons = { go: IconCheck, no_go: IconX, not_needed: IconMinus };

export function VerdictPill({ verdict }: { verdict: Verdict }) {
  const t = useWords(launchWords);
  return <StatusPill tone={tones[verdict]}>{t(`is.${verdict}`)}</StatusPill>;
}

const partOf = (path: string): string | undefined => path.split(/[/?]/)[1];

/** Whether this admin may open the screen where something is mended. */
function useMayMend(): (mendAt: string) => boolean {
  const screens = useOpenScreens();
  return (mendAt) => screens.some(({ route }) => partOf(route.fullPath) === partOf(mendAt));
}

interface MarkProps {
  verdict: Verdict;
  reasons?: readonly Reason[];
  /** Where it is mended. */
  mendAt: string;
  /** What is there, where something is. */
  children?: ReactNode;
}

/** One cell of a launch: a sign, what is there, and of a no-go what is wrong, as a link to where one may mend it. */
export function Mark({ verdict, reasons = [], mendAt, children }: MarkProps) {
  const t = useWords(launchWords);
  const mayMend = useMayMend();
  const Sign = icons[verdict];
  const said = reasons.length > 0 ? reasons.map((reason) => t(`reason.${reason}`)).join(' · ') : children;
  const content = (
    <>
      <Sign size={14} stroke={2.25} aria-hidden />
      <VisuallyHidden>{t(`is.${verdict}`)}</VisuallyHidden>
      {said && <span>{said}</span>}
    </>
  );
  if (verdict !== 'no_go' || !mayMend(mendAt)) {
    return (
      <span className={classes.mark} data-verdict={verdict}>
        {content}
      </span>
    );
  }
  return (
    <Link to={mendAt} className={classes.mark} data-verdict={verdict}>
      {content}
    </Link>
  );
}

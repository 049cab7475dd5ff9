import { Button } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Inline, Note, Text } from '../../ui/box.tsx';
import { modKey } from '../../ui/keys.ts';
import { useWords } from '../../words/define.ts';
import { useMenu, useSession } from '../session.ts';
import { endTour, goToStep, useTour } from './state.ts';
import { screenOf, stepsFor } from './steps.ts';
import classes from './tour.module.css';
import { tourWords } from './words.ts';

/** Marks the entry of the menu that a step is about. */
function usePointedEntry(path: string | null): void {
  useEffect(() => {
    const entry = path && path !== '/' ? document.querySelector(`nav a[href="${path}"]`) : null;
    entry?.setAttribute('data-pointed', '');
    entry?.scrollIntoView({ block: 'nearest' });
    return () => entry?.removeAttribute('data-pointed');
  }, [path]);
}

/**
 * What someone of a role should know first, a step at a time. It stands beside the page and keeps nobody from working:
 * the screens that it is about can be opened meanwhile.
 */
export function Tour() {
  const t = useWords(tourWords);
  const { me } = useSession();
  const tour = useTour();
  const entries = useMenu().flatMap((group) => group.entries);
  const steps = stepsFor(
    me.role,
    entries.map(({ to }) => to),
  );
  const at = Math.min(tour?.step ?? 0, steps.length - 1);
  const step = steps[at] ?? 'home';
  const path = screenOf[step];
  const key = entries.find(({ to }) => to === path)?.key.toUpperCase();
  const isThere = useLocation({ select: ({ pathname }) => pathname === path });
  const card = useRef<HTMLElement>(null);
  usePointedEntry(path);
  useEffect(() => {
    if (tour?.isAsked) card.current?.focus();
  }, [tour]);
  const end = () => {
    endTour(me);
    // One that came by itself has nothing to go back to but the page.
    if (card.current?.contains(document.activeElement)) document.getElementById('main')?.focus();
  };
  return (
    <section
      ref={card}
      tabIndex={-1}
      className={classes.card}
      aria-labelledby="tour-step"
      onKeyDown={({ key: pressed }) => pressed === 'Escape' && end()}
    >
      <Note>{t('count', { step: at + 1, steps: steps.length })}</Note>
      <h2 className={classes.title} id="tour-step">
        {t(`step.${step}.title`)}
      </h2>
      <Text as="p" mb="sm">
        {t(`step.${step}.text`, { keys: `${modKey()} K` })}
      </Text>
      {path && !isThere && (
        <p className={classes.way}>
          <Link to={path}>{t('open')}</Link>
          {key && <span>{t('keys', { key })}</span>}
        </p>
      )}
      <Inline>
        {at < steps.length - 1 && (
          <Button variant="subtle" color="gray" onClick={end}>
            {t('skip')}
          </Button>
        )}
        <Text grows />
        {at > 0 && (
          <Button variant="default" onClick={() => goToStep(at - 1)}>
            {t('back')}
          </Button>
        )}
        <Button onClick={() => (at < steps.length - 1 ? goToStep(at + 1) : end())}>
          {t(at < steps.length - 1 ? 'next' : 'done')}
        </Button>
      </Inline>
    </section>
  );
}

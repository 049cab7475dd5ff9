import { Drawer } from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useWords } from '../words/define.ts';
import { Inline, Text } from './box.tsx';
import classes from './detail-drawer.module.css';
import { markFocus, rememberOpener } from './focus.ts';
import { registerFootBar } from './foot-bar.ts';
import { KeyLayer } from './key-layer.tsx';
import { useTitle } from './page.tsx';
import { ScrollBox } from './scroll-box.tsx';
import { offerStripSlot } from './strip-slot.ts';
import { uiWords } from './words.ts';

interface DetailDrawerProps {
  title: string;
  subtitle?: ReactNode;
  /** Stays at the foot while the content scrolls. */
  actions?: ReactNode;
  onClose: () => void;
  size?: number;
  children: ReactNode;
}

const firstField = ':scope > form:first-child :is(input, select, textarea):enabled';

/**
 * The content is focused first, rather than the button that closes it: where it is a form its first field, unless one
 * asks for the focus itself.
 */
function takeFocus(body: HTMLElement | null): void {
  if (!body || body.querySelector('[data-autofocus]')) return;
  const first = body.querySelector<HTMLElement>(firstField) ?? body;
  first.dataset.autofocus = 'true';
}

/** The focus is shown where Tab moved it to the content, not where the drawer or a dialog on top of it did. */
const focusShown = {
  onKeyUp({ key, target, currentTarget }: KeyboardEvent<HTMLElement>) {
    if (key === 'Tab' && target === currentTarget) currentTarget.dataset.tabbed = 'true';
  },
  onBlur({ currentTarget }: FocusEvent<HTMLElement>) {
    delete currentTarget.dataset.tabbed;
  },
};

const lookAgainMs = 60;

/**
 * Gives the focus back to what had it when the drawer opened, once no dialog on top of it holds it any more. Answers what
 * the drawer's own element is told to: another drawer that takes its place gives the focus back there too.
 */
function useFocusBack(): (drawer: HTMLElement | null) => void {
  const [focusOpener] = useState(markFocus);
  const timer = useRef(0);
  useEffect(() => {
    window.clearTimeout(timer.current);
    const giveBack = (left: number) => {
      const { activeElement, body } = document;
      if (activeElement === body) focusOpener();
      else if (left > 0 && activeElement?.closest('[role=dialog]')) look(left - 1);
    };
    const look = (left: number) => {
      timer.current = window.setTimeout(giveBack, lookAgainMs, left);
    };
    return () => look(20);
  }, [focusOpener]);
  return useCallback((drawer) => rememberOpener(drawer, focusOpener), [focusOpener]);
}

/** One thing beside the list it is from. Its route is open while it is; Escape goes back to the list. */
export function DetailDrawer({ title, subtitle, actions, onClose, size = 560, children }: DetailDrawerProps) {
  const t = useWords(uiWords);
  useTitle(title, true);
  const remember = useFocusBack();
  return (
    <Drawer.Root closeOnEscape={false} opened onClose={onClose} size={size} position="right">
      <Drawer.Overlay />
      <Drawer.Content>
        {/* A class on the content itself would be put on its surroundings too. */}
        <KeyLayer kind="drawer" shown onEscape={onClose}>
          <div ref={remember} className={classes.content} data-drawer>
            <Inline as="header" className={classes.header} align="start" gap="lg">
              <Text as="div" grows>
                <Drawer.Title className={classes.title ?? ''}>{title}</Drawer.Title>
                {subtitle && (
                  <Inline wraps tone="muted" mt="2xs">
                    {subtitle}
                  </Inline>
                )}
              </Text>
              <Drawer.CloseButton aria-label={t('close')} />
            </Inline>
            <div ref={offerStripSlot} className={classes.strips} />
            <ScrollBox ref={takeFocus} {...focusShown} label={t('details')} className={classes.body}>
              {children}
            </ScrollBox>
            {actions && (
              <footer ref={registerFootBar} className={classes.footer}>
                {actions}
              </footer>
            )}
          </div>
        </KeyLayer>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** A part of a drawer. */
export function DrawerSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <Text as="h3" mb="sm">
        {title}
      </Text>
      {children}
    </section>
  );
}

import '../ui/mantine-shell-styles.ts';
import { ActionIcon } from '@mantine/core';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { IconMenu2, IconSearch } from '../ui/icons.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { ListTools } from '../ui/list/list-tools.ts';
import { useIsNarrow } from '../ui/narrow.ts';
import { showAdmin } from '../ui/signed-in.ts';
import { loadToasts, Toasts } from '../ui/toast.tsx';
import { checkVersion } from '../ui/version.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { useWords } from '../words/define.ts';
import { AccountDropdown } from './account-menu.tsx';
import { Brand } from './brand.tsx';
import { useCommands } from './command-keys.ts';
import { NewVersionNotice } from './new-version-notice.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { PagePending } from './pending.tsx';
import { preloadReview, ReviewProvider } from './review/provider.tsx';
import { useSession } from './session.ts';
import { SessionEnd } from './session-end.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { SignOutProvider } from './sign-out.tsx';
import { closeTour, useTour } from './tour/state.ts';
import { UnknownChanges } from './unknown-changes.tsx';
import { ListViews } from './views/list-views.tsx';
import { shellWords } from './words.ts';

/** What is not on the first page comes when it is asked for. */
const Commands = lazyComponent(async () => (await import('./commands.tsx')).Commands);
const Tour = lazyComponent(async () => (await import('./tour/tour.tsx')).Tour);
const MobileMenu = lazyComponent(async () => (await import('./mobile-menu.tsx')).MobileMenu);

/** What surrounds every screen: menu, search, account, the review dialog and the keys that work everywhere. */
export function Shell() {
  const t = useWords(shellWords);
  const commands = useCommands();
  const { me } = useSession();
  const isNarrow = useIsNarrow();
  const tour = useTour();
  const [menuOpen, setMenuOpen] = useState(false);
  // The screen is made in small steps after the frame around it, so that the page is never busy for long.
  const hasScreen = useDeferredValue(true, false);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);

  useEffect(() => showAdmin(me.id), [me.id]);

  // On a phone it is asked for in the menu, which would lie upon it.
  useEffect(() => {
    if (tour?.isAsked) setMenuOpen(false);
  }, [tour]);

  // Asked for by a key, it must be there at once.
  useEffect(
    () =>
      whenIdle(() => {
        void Commands.preload?.();
        void AccountDropdown.preload?.();
        preloadReview();
        loadToasts().catch(checkVersion);
      }),
    [],
  );

  // A new screen is read from its beginning, by eyes and by screen readers.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setMenuOpen(false);
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <SignOutProvider>
      <ReviewProvider>
        <ListTools value={ListViews}>
          <a className={classes.skip} href="#main">
            {t('skip')}
          </a>
          {tour && (
            <ErrorBoundary onClose={closeTour}>
              <Tour />
            </ErrorBoundary>
          )}
          <div className={classes.shell}>
            {!isNarrow && (
              <div className={classes.side}>
                <Sidebar onSearch={commands.openPalette} onHelp={commands.openHelp} />
              </div>
            )}
            <header className={classes.bar}>
              <ActionIcon aria-label={t('openMenu')} size="lg" onClick={() => setMenuOpen(true)}>
                <IconMenu2 size={18} />
              </ActionIcon>
              <Brand />
              <ActionIcon aria-label={t('search')} size="lg" onClick={commands.openPalette}>
                <IconSearch size={18} />
              </ActionIcon>
            </header>
            <main id="main" ref={main} tabIndex={-1} className={classes.main}>
              <SessionEnd />
              <NewVersionNotice />
              <OfflineNotice />
              <UnknownChanges />
              {hasScreen ? <Outlet /> : <Coming />}
            </main>
          </div>
          {menuOpen && (
            <ErrorBoundary onClose={() => setMenuOpen(false)}>
              <MobileMenu opened onClose={() => setMenuOpen(false)} commands={commands} />
            </ErrorBoundary>
          )}
          {(commands.palette || commands.help) && (
            <ErrorBoundary onClose={commands.close}>
              <Commands state={commands} />
            </ErrorBoundary>
          )}
          <Toasts />
        </ListTools>
      </ReviewProvider>
    </SignOutProvider>
  );
}

/** The place of the screen, where its code takes a moment longer. */
function Coming() {
  return (
    <div className={classes.coming}>
      <PagePending />
    </div>
  );
}

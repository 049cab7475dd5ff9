import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { bufferKeystrokes, flushKeystrokes } from '../ui/buffered-keys.ts';
import { markFocus } from '../ui/focus.ts';
import { useKeys } from '../ui/keys.ts';
import { listPageActions, type PageAction } from '../ui/page-actions.ts';
import { useMenu } from './session.ts';

export interface CommandsState {
  readonly palette: boolean;
  readonly help: boolean;
  /** What could be pressed on the page when the palette was opened. */
  readonly pageActions: readonly PageAction[];
  readonly openPalette: () => void;
  readonly openHelp: () => void;
  readonly close: () => void;
}

/** Which of the two is open, and the keys that open them and lead to the screens from anywhere. */
export function useCommands(): CommandsState {
  const [shown, setShown] = useState<'palette' | 'help' | null>(null);
  const [pageActions, setPageActions] = useState<readonly PageAction[]>([]);
  const focusOpener = useRef<(() => void) | null>(null);
  const open = (which: 'palette' | 'help') => {
    // One that takes the place of the other has the same way back.
    focusOpener.current ??= markFocus();
    setShown(which);
  };
  const state: CommandsState = {
    palette: shown === 'palette',
    help: shown === 'help',
    pageActions,
    openPalette: () => {
      if (shown !== 'palette') {
        bufferKeystrokes();
        // Over the help, which it replaces, the page is not in reach.
        setPageActions(shown === 'help' ? [] : listPageActions());
      }
      open('palette');
    },
    openHelp: () => open('help'),
    close: () => {
      flushKeystrokes();
      setShown(null);
      focusOpener.current?.();
      focusOpener.current = null;
    },
  };
  useKeys({ 'mod+k': state.openPalette }, { inFields: true, reach: 'everywhere' });
  const router = useRouter();
  const entries = useMenu().flatMap((group) => group.entries);
  const goTo: Record<string, () => void> = {};
  for (const { key, to } of entries) goTo[`g ${key}`] = () => void router.navigate({ href: to });
  useKeys({ '?': state.openHelp, ...goTo }, { reach: 'panel' });
  return state;
}

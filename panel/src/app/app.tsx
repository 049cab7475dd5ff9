import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePreferences } from '../ui/preferences.ts';
import { useIsReplaced } from '../ui/signed-in.ts';
import { cssVariables, theme } from '../ui/theme.ts';
import { directionOf } from '../words/define.ts';
import { AccountChangedNotice } from './account-changed-notice.tsx';
import type { PanelRouter } from './router.ts';

export function App({ client, router }: { client: QueryClient; router: PanelRouter }) {
  const { language } = usePreferences();
  const isReplaced = useIsReplaced();
  return (
    <DirectionProvider initialDirection={directionOf(language)} detectDirection={false}>
      <DirectionOfLanguage />
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        deduplicateCssVariables={false}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={client}>
          {isReplaced ? <AccountChangedNotice /> : <RouterProvider router={router} />}
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}

/** Mantine reads the direction once, when it starts; who changes the language changes it then and there. */
function DirectionOfLanguage() {
  const { language } = usePreferences();
  const { setDirection } = useDirection();
  useEffect(() => setDirection(directionOf(language)), [language, setDirection]);
  return null;
}

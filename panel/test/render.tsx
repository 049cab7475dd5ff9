import { MantineProvider } from '@mantine/core';
import { createMemoryHistory } from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { onSignedOut } from '../src/api/client.ts';
import { App } from '../src/app/app.tsx';
import { askToSignIn } from '../src/app/ask-to-sign-in.ts';
import { createPanelRouter, createQueryClient } from '../src/app/router.ts';
import { cssVariables, theme } from '../src/ui/theme.ts';

/** One component, as it would stand on a page. */
export async function renderUi(children: ReactNode) {
  const user = userEvent.setup({ delay: null });
  const wrap = (content: ReactNode) => (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      {content}
    </MantineProvider>
  );
  // Awaited, so that what is loaded meanwhile is shown too.
  await act(async () => void render(wrap(children)));
  return { user };
}

/** The whole panel at an address, as someone who is signed in sees it. Opening it again is a reload. */
export async function openPanel(path: string) {
  const user = userEvent.setup({ delay: null });
  const client = createQueryClient();
  const router = createPanelRouter(client, createMemoryHistory({ initialEntries: [path] }));
  const stop = onSignedOut((why) => askToSignIn(router, client, why));
  const shown = render(<App client={client} router={router} />);
  await act(() => router.load());
  return {
    user,
    router,
    client,
    close: () => {
      stop();
      shown.unmount();
      client.clear();
    },
  };
}

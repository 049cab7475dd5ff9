import { MantineProvider } from '@mantine/core';
import { createMemoryHistory } from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { App } from '../src/app/app.tsx';
import { createPanelRouter, createQueryClient } from '../src/app/router.ts';
import { watchSession } from '../src/app/watch-session.ts';
import { resetSignedIn } from '../src/ui/signed-in.ts';
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

/**
 * Someone at the whole panel, who pastes the middle of what they type: at each key all that is shown may be rendered anew.
 * What fields do key by key is tested of them alone.
 */
function setupUser(): UserEvent {
  const user = userEvent.setup({ delay: null });
  const type: UserEvent['type'] = async (element, text, options) => {
    if (text.length < 4 || /[{[]/.test(text)) return user.type(element, text, options);
    await user.type(element, text.slice(0, 1), options);
    await user.paste(text.slice(1, -1));
    await user.keyboard(text.slice(-1));
  };
  return { ...user, type };
}

/** Of the page that was opened last: there is one in a tab. */
let stopWatching = (): void => {};

/** The whole panel at an address, as someone who is signed in sees it. Opening it again is a reload. */
export async function openPanel(path: string) {
  const user = setupUser();
  resetSignedIn();
  const client = createQueryClient();
  const router = createPanelRouter(client, createMemoryHistory({ initialEntries: [path] }));
  stopWatching();
  stopWatching = watchSession(router, client);
  const shown = render(<App client={client} router={router} />);
  await act(() => router.load());
  return {
    user,
    router,
    client,
    close: () => {
      stopWatching();
      shown.unmount();
      client.clear();
    },
  };
}

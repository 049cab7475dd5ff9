import type { Page } from 'playwright-core';
import type { DemoAdmin } from './demo.ts';
import type { RunningServer } from './server.ts';

/** A screen as it can be found: the accessibility test looks at every one of them, and so does `npm run screenshots`. */
export interface ScreenState {
  readonly name: string;
  readonly path: string;
  /** Who looks; nobody is signed in where this is null. */
  readonly as: DemoAdmin | null;
  /** Makes what there is to see, where the demo has none of it. */
  readonly prepare?: (server: RunningServer) => Promise<unknown>;
  /** What must be there before it counts as shown. */
  readonly ready: string;
  /** Steps after that, such as opening a sheet. */
  readonly steps?: (page: Page) => Promise<void>;
  /** It leaves something in the page that the next one would find there. */
  readonly inPageOfItsOwn?: boolean;
}

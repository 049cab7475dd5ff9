import type { Admin } from '../features/access/public.ts';
import type { Media } from '../gateways/media.ts';
import type { Database } from '../kit/db/database.ts';

/** What the makers of the demo's files are given. */
export interface MediaContext {
  readonly database: Database;
  readonly media: Media;
  readonly editor: Admin;
  /** Asked before each file. */
  readonly isOver: () => boolean;
}

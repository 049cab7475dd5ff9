import { serverTables } from '../../words/server.ts';

/** What can be filtered by: the actions and objects that have a word, in a lasting order. */
export const actionNames: readonly string[] = Object.keys(serverTables.action).sort();

export const targetNames = [
  ...([
    'admin',
    'role',
    'saved_view',
    'approval',
    'alert',
    'user',
    'series',
    'episode',
    'media_asset',
    'schedule',
  ] as const),
  ...(['pricing_override', 'pricing_config', 'coin_package', 'purchase', 'promo', 'segment'] as const),
  ...(['collection', 'rail', 'preview_reel', 'flag'] as const),
  ...(['subscription', 'subscription_product', 'job', 'outbox', 'webhook'] as const),
] satisfies (keyof typeof serverTables.target)[];

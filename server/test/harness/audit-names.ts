import type { World } from './world.ts';

/** Names that the API itself prints with underscores; every other name in `before` and `after` has none. */
const printed = new Set([
  ...['is_active', 'token_version', 'must_reset_password', 'has_second_factor', 'is_system'],
  ...['spent_coins', 'last_error', 'retry_count', 'cliffhanger_score', 'thumb_asset_id', 'editorial_hero_score'],
]);

const foreignIn = (fields: unknown): string[] =>
  Object.keys(fields ?? {}).filter((name) => name.includes('_') && !printed.has(name));

/** How many entries a request left, and the names in them that the API does not use. */
export async function auditOf(world: World, requestId: string): Promise<{ count: number; foreign: string[] }> {
  const rows = await world.database.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('request_id', '=', requestId)
    .execute();
  const foreign = rows.flatMap(({ action, before, after }) =>
    [...foreignIn(before), ...foreignIn(after)].map((name) => `${action}: ${name}`),
  );
  return { count: rows.length, foreign };
}

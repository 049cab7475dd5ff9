import { demoAdmin } from './content.ts';
import type { RunningServer } from './server.ts';

type Server = Pick<RunningServer, 'url'>;

interface Made {
  readonly id: string;
}

let count = 0;

/** A promo for a segment of its own, both under names that nothing else has. */
export async function makePromo(server: Server, name: string) {
  count += 1;
  const finance = await demoAdmin(server, 'finance');
  const segment = { name: `${name} ${Date.now()}-${count}`, rule: { countries: ['EG', 'ID'], guest: false } };
  const { id: segmentId } = await finance.call<Made>('POST', '/v1/admin/segments', segment);
  const code = `${name}-${Date.now()}-${count}`.toUpperCase().replaceAll(' ', '-');
  const { id } = await finance.call<Made>('POST', '/v1/admin/promos', {
    code,
    type: 'coin_grant',
    config: { amount: 50 },
    budgetCoins: 5000,
    window: { start: '2026-01-01T00:00:00Z', end: '2036-01-01T00:00:00Z' },
    segmentId,
  });
  return { id, code, segment: { id: segmentId, name: segment.name } };
}

const made = new Map<string, ReturnType<typeof makePromo>>();

/** One to look at, where the demo has none. */
export function somePromo(server: Server): ReturnType<typeof makePromo> {
  const known = made.get(server.url) ?? makePromo(server, 'Welcome');
  made.set(server.url, known);
  return known;
}

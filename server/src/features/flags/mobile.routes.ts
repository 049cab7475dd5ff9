import { Type } from 'typebox';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { publicEndpoint } from '../../kit/http/endpoints.ts';
import { Country } from '../../kit/http/schema.ts';
import { bucketTable, publicPrefix, shownIn } from './rules.ts';
import { PublicFlags } from './schema.ts';
import { listFlags } from './sql.ts';

export const publicFlagRoutes: Endpoint[] = [
  publicEndpoint.sharedRead({
    url: '/flags',
    access: 'anyone',
    summary: 'Read the flags of the app',
    description: `Flags whose key begins with \`public_\`. A flag limited to other markets is \`false\`. A flag with a percentage is on if the bucket is below it; the bucket is the first 32 bits of SHA-256(\`key:userOrDeviceId\`) as an unsigned number, modulo 100. Test vectors:\n\n${bucketTable}`,
    query: { market: Type.Optional(Country) },
    conditional: { cacheControl: 'public, max-age=60' },
    reply: PublicFlags,
    example: { query: { market: 'ID' } },
    topics: ['flags'],
    cacheKey: ({ query: { market } }) => ({ market: market?.toUpperCase() ?? null }),
    run: async ({ db }, { market }) => {
      const flags = await listFlags(db, publicPrefix);
      return { body: { flags: Object.fromEntries([...flags].map(([key, flag]) => [key, shownIn(flag, market)])) } };
    },
  }),
];

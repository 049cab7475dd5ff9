import { Type } from 'typebox';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { publicEndpoint } from '../../kit/http/endpoints.ts';
import { Country } from '../../kit/http/schema.ts';
import { bucketTable, publicPrefix, shownIn } from './rules.ts';
import { PublicFlags } from './schema.ts';
import { listFlags } from './sql.ts';

export const publicFlagRoutes: Endpoint[] = [
  publicEndpoint.conditionalRead({
    url: '/flags',
    access: 'anyone',
    summary: 'Read the flags of the app',
    description: `Those whose key begins with \`public_\`. One that is for other markets is \`false\`. One with a percentage is on for who falls below it: the first 32 bits of SHA-256(\`key:userOrDeviceId\`) as an unsigned number, modulo 100. These must come out:\n\n${bucketTable}`,
    query: { market: Type.Optional(Country) },
    conditional: { cacheControl: 'public, max-age=60' },
    reply: PublicFlags,
    example: { query: { market: 'ID' } },
    run: async ({ db }, { query: { market } }) => {
      const flags = await listFlags(db, publicPrefix);
      const here = market?.toUpperCase() ?? null;
      return { flags: Object.fromEntries([...flags].map(([key, flag]) => [key, shownIn(flag, here)])) };
    },
  }),
];

import type { Schema } from '../../api/client.ts';
import { allQuery, taggedQuery } from '../../api/query.ts';

export type CoinPackage = Schema<'CoinPackage'>;

/** All of them: a store has a handful, and each is compared with the others. */
export const packagesQuery = allQuery('/v1/admin/coin-packages', {});

export const packageQuery = (id: string) => taggedQuery('/v1/admin/coin-packages/{id}', { path: { id } });

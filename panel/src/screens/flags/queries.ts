import type { Schema } from '../../api/client.ts';
import { apiQuery, taggedQuery } from '../../api/query.ts';

export type Flags = Schema<'Flags'>;
export type Flag = Flags['flags'][string];
export type FlagDecision = Schema<'FlagDecision'>;

export const flagsQuery = taggedQuery('/v1/admin/flags', {});

export const decisionQuery = (key: string, id: string, market?: string) =>
  apiQuery('/v1/admin/flags/{key}/decision', { path: { key }, query: { id, ...(market && { market }) } });

/** What the app may read begins so. */
export const publicPrefix = 'public_';
export const isPublic = (key: string): boolean => key.startsWith(publicPrefix);

export interface FlagState {
  readonly enabled: boolean;
  readonly percentage: number;
  readonly markets: readonly string[];
}

/** A flag that is simply on or off is so for everyone. */
export const stateOf = (flag: Flag): FlagState =>
  typeof flag === 'boolean' ? { enabled: flag, percentage: 100, markets: [] } : { markets: [], ...flag };

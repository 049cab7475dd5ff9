import type { Schema } from '../../api/client.ts';
import { allQuery, apiQuery, type ListParams, listQuery, pagesQuery, taggedQuery } from '../../api/query.ts';

export type Promo = Schema<'Promo'>;
export type PromoType = Promo['type'];
export type PromoStatus = Promo['status'];
export type Redemption = Schema<'PromoRedemption'>;

export const types: readonly PromoType[] = ['coin_grant', 'bonus_multiplier', 'trial_ext'];
export const statuses: readonly PromoStatus[] = ['running', 'upcoming', 'exhausted', 'ended'];

export const promosQuery = (search: ListParams<'/v1/admin/promos'>) => listQuery('/v1/admin/promos', search);

export const promoQuery = (id: string) => taggedQuery('/v1/admin/promos/{id}', { path: { id } });

export const daysQuery = (id: string) => apiQuery('/v1/admin/promos/{id}/days', { path: { id } });

export const redemptionsQuery = (id: string) => pagesQuery('/v1/admin/promos/{id}/redemptions', { path: { id } }, 25);

/** All of them, to choose from. */
export const segmentsQuery = allQuery('/v1/admin/segments', {});

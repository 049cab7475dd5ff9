import { fieldLocked, notFound, refuse } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { newId } from '../../kit/id.ts';
import { mustMatch } from '../../kit/revision.ts';
import type { Admin } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { insertEvent } from './event.sql.ts';
import { daysAfter } from './rules.ts';
import {
  extendComp,
  findProduct,
  findProductByStoreId,
  findRunningComp,
  findSubscription,
  insertComp,
  insertProduct,
  lockProduct,
  type ProductFields,
  type ProductRow,
  type SubscriptionRow,
  updateProduct,
} from './sql.ts';

const target = (id: string) => ({ type: 'subscription_product', id });

interface ProductEdit {
  productId?: string;
  name?: string;
  periodDays?: number;
  priceCents?: number;
  currency?: string;
  bonusCoins?: number;
  unlocksAll?: boolean;
  status?: 'active' | 'paused';
  note?: string;
}

type NewProduct = ProductEdit &
  Required<Pick<ProductEdit, 'productId' | 'name' | 'periodDays' | 'priceCents' | 'currency'>>;

function fieldsOf(product: ProductFields): ProductFields {
  const { name, periodDays, priceCents, currency, bonusCoins, unlocksAll, status } = product;
  return { name, periodDays, priceCents, currency, bonusCoins, unlocksAll, status };
}

function changedFrom(other: ProductFields, fields: ProductFields): Record<string, unknown> {
  const old = new Map<string, unknown>(Object.entries(other));
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== old.get(name)));
}

export async function createProduct(ctx: Ctx<Admin>, given: NewProduct): Promise<ProductRow> {
  const id = newId();
  const fields = fieldsOf({ bonusCoins: 0, unlocksAll: false, status: 'active', ...given });
  await insertProduct(ctx.tx, id, given.productId, fields, ctx.now);
  const after = { productId: given.productId, ...fields };
  await audit.record(ctx, {
    action: 'subscription_product.create',
    target: target(id),
    reason: given.note ?? null,
    after,
  });
  return (await findProduct(ctx.tx, id)) ?? refuse(notFound);
}

export async function editProduct(ctx: Ctx<Admin>, id: string, edit: ProductEdit): Promise<ProductRow> {
  const product = (await lockProduct(ctx.tx, id)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, product.revision);
  const { productId = product.productId, note, ...given } = edit;
  if (productId !== product.productId) refuse(fieldLocked, { fields: ['productId'], currentState: product.status });
  const before = fieldsOf(product);
  const after = fieldsOf({ ...product, ...given });
  const changed = changedFrom(before, after);
  if (Object.keys(changed).length === 0) return product;
  await updateProduct(ctx.tx, id, after, ctx.now);
  await audit.record(ctx, {
    action: 'subscription_product.update',
    target: target(id),
    reason: note ?? null,
    before: changedFrom(after, before),
    after: changed,
  });
  return (await findProduct(ctx.tx, id)) ?? refuse(notFound);
}

/** Gives a user a comp subscription for some days, or extends the current one. The caller has locked the user. */
export async function giveComp(
  ctx: Ctx<Admin>,
  { id: userId, countryCode }: { readonly id: string; readonly countryCode: string | null },
  productId: string,
  days: number,
): Promise<SubscriptionRow> {
  const product = (await findProductByStoreId(ctx.tx, productId)) ?? refuse(notFound, { field: 'productId' });
  const running = await findRunningComp(ctx.tx, userId, productId, ctx.now);
  const id = running?.id ?? newId();
  const { currency } = product;
  const [start, end] = [running?.currentPeriodStart ?? ctx.now, daysAfter(running?.currentPeriodEnd ?? ctx.now, days)];
  if (running) await extendComp(ctx.tx, userId, id, end, ctx.now);
  else await insertComp(ctx.tx, { id, userId, productId, currency, region: countryCode, start, end });
  await insertEvent(
    ctx.tx,
    { id, userId },
    {
      id: newId(),
      type: 'given',
      occurredAt: ctx.now,
      productId,
      transactionId: null,
      trialEnd: null,
      periodStart: start,
      periodEnd: end,
      autoRenew: false,
      priceCents: 0,
      currency,
      isPriceKnown: true,
      region: countryCode,
    },
    { isPaid: false, bonusCoins: 0 },
    ctx.now,
  );
  return (await findSubscription(ctx.tx, userId, id)) ?? refuse(notFound);
}

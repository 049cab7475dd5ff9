import type { Static } from 'typebox';
import { fieldLocked, notFound, refuse, refuseField } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { isId } from '../../kit/http/schema.ts';
import { newId } from '../../kit/id.ts';
import { mustMatch } from '../../kit/revision.ts';
import type { Admin } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import type { CreatePackageBody, ListedPackageRow, UpdatePackageBody } from './schema.ts';
import { deletePackage, findPackage, insertPackage, lockPackage, type PackageFields, updatePackage } from './sql.ts';

type PackageEdit = Static<typeof UpdatePackageBody>;
export type NewPackage = Static<typeof CreatePackageBody>;

const target = (id: string) => ({ type: 'coin_package', id });

function fieldsOf({ coins, bonusCoins, priceCents, currency, rails, status }: PackageFields): PackageFields {
  return { coins, bonusCoins, priceCents, currency, rails, status };
}

/** The fields that differ from those of another. */
function changedFrom(other: PackageFields, fields: PackageFields): Record<string, unknown> {
  const old = new Map(Object.entries(other).map(([name, value]) => [name, JSON.stringify(value)]));
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => JSON.stringify(value) !== old.get(name)));
}

export async function createPackage(ctx: Ctx<Admin>, given: NewPackage): Promise<ListedPackageRow> {
  const { sku, note, ...rest } = given;
  // A path takes either.
  if (isId(sku.toLowerCase())) refuseField('sku', 'must not look like an id', 'looks_like_an_id');
  const id = newId();
  const fields = fieldsOf({ bonusCoins: 0, status: 'active', ...rest });
  await insertPackage(ctx.tx, { id, sku }, fields, ctx.now);
  const after = { sku, ...fields };
  await audit.record(ctx, { action: 'coin_package.create', target: target(id), reason: note ?? null, after });
  return (await findPackage(ctx.tx, id)) ?? refuse(notFound);
}

/** What was begun with the package as it was is completed as the rail reports it. */
export async function editPackage(ctx: Ctx<Admin>, id: string, edit: PackageEdit): Promise<ListedPackageRow> {
  const found = (await lockPackage(ctx.tx, id)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, found.revision);
  const { sku = found.sku, note, ...given } = edit;
  if (sku !== found.sku) refuse(fieldLocked, { fields: ['sku'], currentState: found.status });
  const before = fieldsOf(found);
  const after = fieldsOf({ ...found, ...given });
  const changed = changedFrom(before, after);
  if (Object.keys(changed).length > 0) {
    await updatePackage(ctx.tx, id, after, ctx.now);
    await audit.record(ctx, {
      action: 'coin_package.update',
      target: target(id),
      reason: note ?? null,
      before: changedFrom(after, before),
      after: changed,
    });
  }
  return (await findPackage(ctx.tx, id)) ?? refuse(notFound);
}

/** A package that was bought is kept for the purchase's sake: the database refuses to let it go, also while one begins. */
export async function removePackage(ctx: Ctx<Admin>, id: string): Promise<void> {
  const found = (await lockPackage(ctx.tx, id)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, found.revision);
  await deletePackage(ctx.tx, id);
  const before = { sku: found.sku, ...fieldsOf(found) };
  await audit.record(ctx, { action: 'coin_package.delete', target: target(id), before });
}

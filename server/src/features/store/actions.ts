import type { Static } from 'typebox';
import { fieldLocked, notFound, refuse, refuseField } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { isId } from '../../kit/http/schema.ts';
import { newId } from '../../kit/id.ts';
import { differences } from '../../kit/json.ts';
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

export async function createPackage(ctx: Ctx<Admin>, given: NewPackage): Promise<ListedPackageRow> {
  const { sku, note, ...rest } = given;
  // Paths accept ids and SKUs.
  if (isId(sku.toLowerCase())) refuseField('sku', 'must not look like an id', 'looks_like_an_id');
  const id = newId();
  const fields = fieldsOf({ bonusCoins: 0, status: 'active', ...rest });
  await insertPackage(ctx.tx, { id, sku }, fields, ctx.now);
  const after = { sku, ...fields };
  await audit.record(ctx, { action: 'coin_package.create', target: target(id), reason: note ?? null, after });
  return (await findPackage(ctx.tx, id)) ?? refuse(notFound);
}

/** Purchases that were started before complete with the terms that the rail reports. */
export async function editPackage(ctx: Ctx<Admin>, id: string, edit: PackageEdit): Promise<ListedPackageRow> {
  const found = (await lockPackage(ctx.tx, id)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, found.revision);
  const { sku = found.sku, note, ...given } = edit;
  if (sku !== found.sku) refuse(fieldLocked, { fields: ['sku'], currentState: found.status });
  const after = fieldsOf({ ...found, ...given });
  const changes = differences(fieldsOf(found), after);
  if (!changes) return (await findPackage(ctx.tx, id)) ?? refuse(notFound);
  await updatePackage(ctx.tx, id, after, ctx.now);
  const entry = { action: 'coin_package.update' as const, target: target(id), reason: note ?? null, ...changes };
  await audit.record(ctx, entry);
  return (await findPackage(ctx.tx, id)) ?? refuse(notFound);
}

/** A foreign key refuses to delete a package with purchases, including one that is being started. */
export async function removePackage(ctx: Ctx<Admin>, id: string): Promise<void> {
  const found = (await lockPackage(ctx.tx, id)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, found.revision);
  await deletePackage(ctx.tx, id);
  const before = { sku: found.sku, ...fieldsOf(found) };
  await audit.record(ctx, { action: 'coin_package.delete', target: target(id), before });
}

import type { Static } from 'typebox';
import { fieldLocked, notFound, refuse, refuseField } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { isId, nameFault } from '../../../kit/http/schema.ts';
import { newId } from '../../../kit/id.ts';
import { canonicalJson } from '../../../kit/json.ts';
import { mustMatch } from '../../../kit/revision.ts';
import type { Admin } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { mergeTranslations, slugTaken } from '../../catalog/public.ts';
import { collectionInUse, invalidExplanation, notManualCollection } from '../errors.ts';
import { isMeaningful } from '../rules.ts';
import {
  type CollectionFields,
  type CollectionItem,
  type CollectionRow,
  type CollectionRule,
  type CreateCollectionBody,
  type RuleInput,
  type UpdateCollectionBody,
  withRuleDefaults,
} from '../schema.ts';
import {
  deleteCollection,
  findCollection,
  insertCollection,
  listKnownSeries,
  lockCollection,
  replaceItems,
  updateCollection,
} from '../sql.ts';

export type NewCollection = Static<typeof CreateCollectionBody>;
type CollectionEdit = Static<typeof UpdateCollectionBody>;

const target = (id: string) => ({ type: 'collection', id });

const differs = (one: unknown, other: unknown): boolean => canonicalJson(one) !== canonicalJson(other);

/** The fields that differ from those of the other. */
const changedFrom = (other: CollectionFields, fields: CollectionFields): Record<string, unknown> => {
  const old = new Map(Object.entries(other));
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => differs(value, old.get(name))));
};

const fieldsOf = ({ titleI18n, explanation, rule }: CollectionFields): CollectionFields => ({
  titleI18n,
  explanation,
  rule,
});

function ruleFor(type: CollectionRow['type'], given: RuleInput | null | undefined): CollectionRule | null {
  if (type === 'rule' && !given) return refuseField('rule', 'is required for a collection by rule');
  if (type === 'manual' && given) return refuseField('rule', 'is only for a collection by rule');
  return given ? withRuleDefaults(given) : null;
}

function mustBeMeaningful(explanation: string, slug: string): string {
  const text = explanation.trim();
  if (!isMeaningful(text, slug)) refuse(invalidExplanation);
  const fault = nameFault(text);
  return fault === undefined ? text : refuseField('explanation', fault);
}

function mustHaveTitle({ en }: { readonly en?: string }): void {
  if (en === undefined) refuseField('titleI18n.en', 'is required');
}

export async function createCollection(ctx: Ctx<Admin>, given: NewCollection): Promise<CollectionRow> {
  const { slug, type } = given;
  if (isId(slug)) refuseField('slug', 'must not look like an id', 'looks_like_an_id');
  const titleI18n = mergeTranslations({}, given.titleI18n);
  mustHaveTitle(titleI18n);
  const fields = { titleI18n, explanation: mustBeMeaningful(given.explanation, slug), rule: ruleFor(type, given.rule) };
  const id = newId();
  if (!(await insertCollection(ctx.tx, { id, slug, type }, fields, ctx.now))) refuse(slugTaken);
  await audit.record(ctx, {
    action: 'collection.create',
    target: target(id),
    reason: given.note ?? null,
    after: { slug, type, ...fields },
  });
  return (await findCollection(ctx.tx, id)) ?? refuse(notFound);
}

/** The rule after an edit. Omitted fields are unchanged. */
function ruleAfter({ type, rule }: CollectionRow, edit: CollectionEdit['rule']): CollectionRule | null {
  if (edit === undefined) return rule;
  const sort = edit?.sort ?? rule?.sort;
  if (!edit || !sort) return ruleFor(type, null);
  return ruleFor(type, { ...rule, ...edit, sort });
}

export async function editCollection(ctx: Ctx<Admin>, id: string, edit: CollectionEdit): Promise<CollectionRow> {
  const found = (await lockCollection(ctx.tx, id)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, found.revision);
  const { slug = found.slug, type = found.type, note = null } = edit;
  const locked = [...(slug === found.slug ? [] : ['slug']), ...(type === found.type ? [] : ['type'])];
  if (locked.length > 0) refuse(fieldLocked, { fields: locked, currentState: found.type });
  const before = fieldsOf(found);
  const after = {
    titleI18n: mergeTranslations(found.titleI18n, edit.titleI18n),
    explanation: mustBeMeaningful(edit.explanation ?? found.explanation, slug),
    rule: ruleAfter(found, edit.rule),
  };
  mustHaveTitle(after.titleI18n);
  const changed = changedFrom(before, after);
  if (Object.keys(changed).length === 0) return found;
  await updateCollection(ctx.tx, id, after, ctx.now);
  await audit.record(ctx, {
    action: 'collection.update',
    target: target(id),
    reason: note,
    before: changedFrom(after, before),
    after: changed,
  });
  return (await findCollection(ctx.tx, id)) ?? refuse(notFound);
}

/** Refuses series that do not exist or are listed twice, with the field of the request. Returns their ids in lower case. */
export async function mustBeKnownOnce(
  ctx: Ctx<Admin>,
  list: 'items' | 'entries',
  given: readonly { readonly seriesId: string }[],
): Promise<string[]> {
  const ids = given.map(({ seriesId }) => seriesId.toLowerCase());
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (repeated >= 0) refuseField(`${list}.${repeated}.seriesId`, 'is named twice');
  const known = await listKnownSeries(ctx.tx, ids.filter(isId));
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown >= 0) refuse(notFound, { field: `${list}.${unknown}.seriesId` });
  return ids;
}

async function itemsOf(ctx: Ctx<Admin>, given: readonly CollectionItem[]): Promise<CollectionItem[]> {
  const ids = await mustBeKnownOnce(ctx, 'items', given);
  const items = given.map((item, index) => ({ sort: item.sort, seriesId: ids[index] ?? item.seriesId }));
  return items.toSorted((one, other) => one.sort - other.sort);
}

/** Replaces the series of a manual collection. */
export async function setItems(ctx: Ctx<Admin>, id: string, given: readonly CollectionItem[]): Promise<CollectionRow> {
  const found = (await lockCollection(ctx.tx, id)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, found.revision);
  if (found.type !== 'manual') refuse(notManualCollection);
  const items = await itemsOf(ctx, given);
  const before = storedOf(found).items;
  if (!differs(before, items)) return found;
  await replaceItems(ctx.tx, id, items, ctx.now);
  await audit.record(ctx, {
    action: 'collection.set_items',
    target: target(id),
    before: { items: before },
    after: { items },
  });
  return (await findCollection(ctx.tx, id)) ?? refuse(notFound);
}

export async function removeCollection(ctx: Ctx<Admin>, id: string): Promise<void> {
  const found = (await lockCollection(ctx.tx, id)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, found.revision);
  if (found.usedBy.length > 0) refuse(collectionInUse, { railIds: found.usedBy.map((rail) => rail.id) });
  await deleteCollection(ctx.tx, id);
  await audit.record(ctx, { action: 'collection.delete', target: target(id), before: storedOf(found) });
}

/** All fields, as stored in the audit entry of a deletion. */
export const storedOf = (row: CollectionRow) => ({
  slug: row.slug,
  type: row.type,
  ...fieldsOf(row),
  items: row.items.map(({ seriesId, sort }) => ({ seriesId, sort })),
});

/** Restores a deleted collection with its id and series. */
export async function restoreCollection(
  ctx: Ctx<Admin>,
  id: string,
  stored: ReturnType<typeof storedOf>,
): Promise<void> {
  const { slug, type, items: given, ...fields } = stored;
  const items = await itemsOf(ctx, given);
  if (!(await insertCollection(ctx.tx, { id, slug, type }, fields, ctx.now))) refuse(slugTaken);
  if (items.length > 0) await replaceItems(ctx.tx, id, items, ctx.now);
  const after = { slug, type, ...fields, items };
  await audit.record(ctx, { action: 'collection.create', target: target(id), after });
}

import { fieldLocked, notFound, refuse, refuseField } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { isId, nameFault } from '../../../kit/http/schema.ts';
import { newId } from '../../../kit/id.ts';
import { canonicalJson } from '../../../kit/json.ts';
import { mustMatch } from '../../../kit/revision.ts';
import type { Admin } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { mergeTranslations, slugTaken, type TranslationEdit } from '../../catalog/public.ts';
import { collectionInUse, invalidExplanation, notManualCollection } from '../errors.ts';
import { type CollectionRule, type CollectionType, isMeaningful, type RuleInput, withRuleDefaults } from '../rules.ts';
import {
  type CollectionFields,
  type CollectionItem,
  type CollectionRow,
  deleteCollection,
  findCollection,
  insertCollection,
  listKnownSeries,
  lockCollection,
  replaceItems,
  updateCollection,
} from '../sql.ts';

export interface CollectionEdit {
  slug?: string;
  type?: CollectionType;
  titleI18n?: TranslationEdit;
  explanation?: string;
  rule?: Partial<RuleInput> | null;
  note?: string;
}
export type NewCollection = Required<Pick<CollectionEdit, 'slug' | 'type' | 'titleI18n' | 'explanation'>> & {
  rule?: RuleInput | null;
  note?: string;
};

const target = (id: string) => ({ type: 'collection', id });

const differs = (one: unknown, other: unknown): boolean => canonicalJson(one) !== canonicalJson(other);

/** Of the fields of one, those that are otherwise in the other. */
const changedFrom = (other: CollectionFields, fields: CollectionFields): Record<string, unknown> => {
  const old = new Map(Object.entries(other));
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => differs(value, old.get(name))));
};

const fieldsOf = ({ titleI18n, explanation, rule }: CollectionFields): CollectionFields => ({
  titleI18n,
  explanation,
  rule,
});

/** The rule that a collection of this type has, or a refusal. */
function ruleFor(type: CollectionType, given: RuleInput | null | undefined): CollectionRule | null {
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

/** Fields of a rule that are left out stay as they are. */
function ruleAfter({ type, rule }: CollectionRow, edit: CollectionEdit['rule']): CollectionRule | null {
  if (edit === undefined) return rule;
  const sort = edit?.sort ?? rule?.sort;
  if (!edit || !sort) return ruleFor(type, null);
  return ruleFor(type, { ...rule, ...edit, sort });
}

/** Writes these fields, and records those that were others before. */
async function writeFields(ctx: Ctx<Admin>, found: CollectionRow, after: CollectionFields, note: string | null) {
  const before = fieldsOf(found);
  const changed = changedFrom(before, after);
  if (Object.keys(changed).length === 0) return found;
  await updateCollection(ctx.tx, found.id, after, ctx.now);
  await audit.record(ctx, {
    action: 'collection.update',
    target: target(found.id),
    reason: note,
    before: changedFrom(after, before),
    after: changed,
  });
  return (await findCollection(ctx.tx, found.id)) ?? refuse(notFound);
}

export async function editCollection(ctx: Ctx<Admin>, id: string, edit: CollectionEdit): Promise<CollectionRow> {
  const found = (await lockCollection(ctx.tx, id)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, found.revision);
  const { slug = found.slug, type = found.type, note } = edit;
  const locked = [...(slug === found.slug ? [] : ['slug']), ...(type === found.type ? [] : ['type'])];
  if (locked.length > 0) refuse(fieldLocked, { fields: locked, currentState: found.type });
  const after = {
    titleI18n: mergeTranslations(found.titleI18n, edit.titleI18n),
    explanation: mustBeMeaningful(edit.explanation ?? found.explanation, slug),
    rule: ruleAfter(found, edit.rule),
  };
  mustHaveTitle(after.titleI18n);
  return writeFields(ctx, found, after, note ?? null);
}

/** Puts these fields back as they were. */
export async function restoreFields(ctx: Ctx<Admin>, id: string, fields: Partial<CollectionFields>): Promise<void> {
  const found = (await lockCollection(ctx.tx, id)) ?? refuse(notFound);
  await writeFields(ctx, found, { ...fieldsOf(found), ...fields }, null);
}

/** Each series once, and only those that there are; in whatever state, as viewers see the published ones alone. */
async function mustBeItems(ctx: Ctx<Admin>, given: readonly CollectionItem[]): Promise<CollectionItem[]> {
  const items = given.map(({ seriesId, sort }) => ({ seriesId: seriesId.toLowerCase(), sort }));
  const ids = items.map(({ seriesId }) => seriesId);
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (repeated >= 0) refuseField(`items.${repeated}.seriesId`, 'is named twice');
  const known = await listKnownSeries(ctx.tx, ids.filter(isId));
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown >= 0) refuse(notFound, { field: `items.${unknown}.seriesId` });
  return items.toSorted((one, other) => one.sort - other.sort);
}

/** Puts series into a collection that is made by hand, in place of what was in it. */
export async function setItems(ctx: Ctx<Admin>, id: string, given: readonly CollectionItem[]): Promise<CollectionRow> {
  const found = (await lockCollection(ctx.tx, id)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, found.revision);
  if (found.type !== 'manual') refuse(notManualCollection);
  const items = await mustBeItems(ctx, given);
  const before = found.items.map(({ seriesId, sort }) => ({ seriesId, sort }));
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
  if (found.rails.length > 0) refuse(collectionInUse, { railIds: found.rails.map((rail) => rail.id) });
  await deleteCollection(ctx.tx, id);
  await audit.record(ctx, { action: 'collection.delete', target: target(id), before: wholeOf(found) });
}

/** Everything that a collection is, as its deletion keeps it. */
export const wholeOf = (row: CollectionRow) => ({
  slug: row.slug,
  type: row.type,
  ...fieldsOf(row),
  items: row.items.map(({ seriesId, sort }) => ({ seriesId, sort })),
});

/** Brings back a collection that was deleted, with its id and its series. */
export async function restoreCollection(ctx: Ctx<Admin>, id: string, whole: ReturnType<typeof wholeOf>): Promise<void> {
  const { slug, type, items: given, ...fields } = whole;
  const items = await mustBeItems(ctx, given);
  if (!(await insertCollection(ctx.tx, { id, slug, type }, fields, ctx.now))) refuse(slugTaken);
  if (items.length > 0) await replaceItems(ctx.tx, id, items, ctx.now);
  const after = { slug, type, ...fields, items };
  await audit.record(ctx, { action: 'collection.create', target: target(id), after });
}

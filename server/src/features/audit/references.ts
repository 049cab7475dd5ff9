import type { Static } from 'typebox';
import { derivedList, type EffectRows } from '../../kit/http/effects.ts';
import { isId } from '../../kit/http/schema.ts';
import { findLabels, type TargetFields } from './labels.sql.ts';
import type { AuditPorts } from './ports.ts';
import { namedTargetTypes } from './rules.ts';
import { Reference } from './schema.ts';

/** The type of what the id in a field refers to. A list or an object has that of its own field. */
const typeOfField: Readonly<Record<string, string>> = {
  userId: 'user',
  seriesId: 'series',
  items: 'series',
  episodeId: 'episode',
  posterAssetId: 'media_asset',
  heroAssetId: 'media_asset',
  mediaAssetId: 'media_asset',
  media_asset_id: 'media_asset',
  thumb_asset_id: 'media_asset',
  collectionId: 'collection',
  order: 'rail',
  segmentId: 'segment',
  purchaseId: 'purchase',
  refundId: 'refund',
};

interface Target {
  readonly target_type: string;
  readonly target_id: string;
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function targetsIn(value: unknown, type?: string): Target[] {
  if (typeof value === 'string') return type && isId(value) ? [{ target_type: type, target_id: value }] : [];
  if (Array.isArray(value)) return value.flatMap((one) => targetsIn(one, type));
  if (!isFields(value)) return [];
  // The place that a price or a schedule is for.
  const { scope, scopeRef } = value;
  return [
    ...targetIn(scope, scopeRef),
    ...Object.entries(value).flatMap(([name, part]) => targetsIn(part, typeOfField[name])),
  ];
}

const targetIn = (type: unknown, id: unknown): Target[] =>
  typeof type === 'string' && typeof id === 'string' ? [{ target_type: type, target_id: id }] : [];

/** What the rows of any list name: their targets, and the ids in their fields. */
function targetsOf(effects: EffectRows): Target[] {
  const targets = Object.values(effects)
    .flat()
    .filter(isFields)
    .flatMap((row) => [
      ...targetIn(row.type, row.id),
      ...targetIn(row.targetType, row.targetId),
      ...targetIn(row.target_type, row.target_id),
      ...targetsIn(row),
      ...(isFields(row.effects) ? targetsOf(listsIn(row.effects)) : []),
    ]);
  return [...new Map(targets.map((target) => [`${target.target_type} ${target.target_id}`, target])).values()];
}

const listsIn = (effects: Readonly<Record<string, unknown>>): EffectRows =>
  Object.fromEntries(Object.entries(effects).flatMap(([name, rows]) => (Array.isArray(rows) ? [[name, rows]] : [])));

function referenceOf({ target_type: type, target_id: id }: Target, fields: TargetFields): Static<typeof Reference>[] {
  const { target_label: label, target_context: context, target_user: user } = fields;
  if (label === null && user === null) return [];
  return [
    {
      type,
      id,
      label,
      labelI18n: fields.target_label_i18n,
      picture: fields.target_picture_id,
      part: context && {
        seriesTitle: context.series_title,
        seriesTitleI18n: context.series_title_i18n,
        episodeNumber: context.episode_number,
        assetKind: context.asset_kind,
        lang: context.lang,
      },
      about: fields.target_about,
      bought: fields.target_bought,
      user: user && { isGuest: user.is_guest, isAnonymized: user.is_anonymized, countryCode: user.country_code },
    },
  ];
}

/** The names of everything that effects refer to, including what a dry run creates. */
export const references = (ports: AuditPorts) =>
  derivedList('references', Reference, async (db, all, permissions) => {
    const labelOf = await findLabels(db, all.flatMap(targetsOf), namedTargetTypes(permissions), ports);
    return (effects) => targetsOf(effects).flatMap((target) => referenceOf(target, labelOf(target)));
  });

import type { Tx } from '../../../kit/db/database.ts';
import { fieldLocked, notFound, refuse, refuseField } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { isId } from '../../../kit/http/schema.ts';
import { mustMatch } from '../../../kit/revision.ts';
import { type Admin, hasPermission, insufficientPermissions } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { auditNoteRequired, invalidOrder } from '../errors.ts';
import type { CatalogFiles } from '../ports.ts';
import {
  assetKinds,
  changedBy,
  editedWords,
  lockedFields,
  needsNote,
  type State,
  showsToViewers,
  type WordsEdit,
} from '../rules.ts';

/** Refuses an edit of locked fields, and of published items without a note. */
export function mustBeEditable(status: State, fields: readonly string[], note: string | undefined): void {
  const locked = lockedFields(fields, status);
  if (locked.length > 0) refuse(fieldLocked, { fields: locked, currentState: status });
  if (needsNote(status) && !note?.trim()) refuse(auditNoteRequired);
}

/** Episodes without a thumbnail show the poster of the series. */
const required = ['mediaAssetId', 'posterAssetId', 'heroAssetId'] as const;

/**
 * Refuses to replace files of archived items, and of reviewed or visible items without `publishing:write` or a note. Videos
 * and artwork of visible items can be replaced, but not removed.
 */
export function mustBeReplaceable(
  { permissions }: Admin,
  status: State,
  changed: Readonly<Record<string, unknown>>,
  note: string | undefined,
) {
  const fields = Object.keys(changed).map(nameInLinks);
  if (status === 'draft') return;
  const isRemoved = showsToViewers(status) && required.some((field) => changed[field] === null);
  if (status === 'archived' || isRemoved) refuse(fieldLocked, { fields, currentState: status });
  const permission = 'publishing:write';
  if (!hasPermission(permissions, permission)) refuse(insufficientPermissions, { required: [permission] });
  if (!note?.trim()) refuse(auditNoteRequired);
}

export interface EpisodeFiles {
  readonly mediaAssetId?: string | null;
  readonly thumb_asset_id?: string | null;
}

export interface SeriesFiles {
  readonly posterAssetId?: string | null;
  readonly heroAssetId?: string | null;
}

/** The name of a field in the request that sets the files of an episode. */
export const nameInLinks = (field: string): string => (field === 'thumb_asset_id' ? 'thumbAssetId' : field);

/** Refuses links to files that do not exist or are of another kind. */
export async function mustBeAssets(
  tx: Tx,
  files: CatalogFiles,
  fields: Readonly<Record<string, unknown>>,
  nameOf = (field: string) => field,
) {
  const links = Object.entries(assetKinds).flatMap(([name, kind]) => {
    const id = fields[name];
    return typeof id === 'string' ? [{ field: nameOf(name), kind, id: id.toLowerCase() }] : [];
  });
  if (links.length === 0) return;
  const malformed = links.find(({ id }) => !isId(id));
  if (malformed) refuse(notFound, { field: malformed.field });
  const assets = await files.lockAssets(
    tx,
    links.map(({ id }) => id),
  );
  for (const { field, kind, id } of links) {
    const asset = assets.get(id) ?? refuse(notFound, { field });
    if (asset.kind !== kind) refuseField(field, `must be an asset of kind ${kind}`);
  }
}

/** Refuses an order that does not list each id once. Returns it in lower case. */
export function mustListEachOnce(ids: readonly string[], given: readonly string[]): string[] {
  const order = given.map((id) => id.toLowerCase());
  const [known, listed] = [new Set(ids), new Set(order)];
  const missing = ids.filter((id) => !listed.has(id));
  const unknown = [...listed].filter((id) => !known.has(id));
  const repeated = [...new Set(order.filter((id) => !listed.delete(id)))];
  if (missing.length + unknown.length + repeated.length > 0) refuse(invalidOrder, { missing, unknown, repeated });
  return order;
}

export const plainId = (id: string | null): string | null => id?.toLowerCase() ?? null;

/** Only these fields, for the audit log. */
const pick = (fields: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

type Words = Parameters<typeof editedWords>[0];

interface Editable<Fields extends Words, Row extends Fields> {
  readonly type: 'series' | 'episode';
  readonly lock: (tx: Tx, id: string) => Promise<Row | undefined>;
  readonly fieldsOf: (row: Fields) => Fields;
  readonly update: (tx: Tx, id: string, fields: Fields, now: Date) => Promise<void>;
}

/** Applies and records an edit. `nameOf` maps a field to its name in the request. */
export async function change<Fields extends Words, Row extends Fields & { status: State; revision: number }>(
  ctx: Ctx<Admin>,
  files: CatalogFiles,
  { type, lock, fieldsOf, update }: Editable<Fields, Row>,
  id: string,
  { note, ...given }: WordsEdit<Fields>,
  mustBeAllowed: (row: Row, changed: Readonly<Record<string, unknown>>) => void,
  nameOf?: (field: string) => string,
): Promise<Row> {
  const row = (await lock(ctx.tx, id)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, row.revision);
  const [before, after] = [fieldsOf(row), fieldsOf({ ...row, ...given, ...editedWords(row, given) })];
  const changed = changedBy(before, after);
  if (changed.length === 0) return row;
  mustBeAllowed(row, pick(after, changed));
  await mustBeAssets(ctx.tx, files, pick(after, changed), nameOf);
  await update(ctx.tx, id, after, ctx.now);
  await audit.record(ctx, {
    action: `${type}.update`,
    target: { type, id },
    reason: note ?? null,
    before: pick(before, changed),
    after: pick(after, changed),
  });
  return (await lock(ctx.tx, id)) ?? refuse(notFound);
}

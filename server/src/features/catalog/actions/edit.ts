import type { Tx } from '../../../kit/db/database.ts';
import { fieldLocked, notFound, refuse, refuseField } from '../../../kit/errors.ts';
import { isId } from '../../../kit/http/schema.ts';
import { type Admin, hasPermission, insufficientPermissions } from '../../access/public.ts';
import { auditNoteRequired, invalidOrder } from '../errors.ts';
import type { CatalogFiles } from '../ports.ts';
import { assetKinds, lockedFields, needsNote, type State, showsToViewers } from '../rules.ts';

/** Refuses an edit of what the state locks, and one that viewers would see without a word of why. */
export function mustBeEditable(status: State, fields: readonly string[], note: string | undefined): void {
  const locked = lockedFields(fields, status);
  if (locked.length > 0) refuse(fieldLocked, { fields: locked, currentState: status });
  if (needsNote(status) && !note?.trim()) refuse(auditNoteRequired);
}

/** An episode is shown by the poster of its series where it has no picture of its own. */
const neverNone = ['mediaAssetId', 'posterAssetId', 'heroAssetId'] as const;

/**
 * Refuses to choose other files for what is archived, and where reviewers or viewers have it before them, without the
 * right to publish or a word of why. A video or artwork that viewers are to see may be replaced, and not taken away.
 */
export function mustBeReplaceable(
  { permissions }: Admin,
  status: State,
  changed: EpisodeFiles & SeriesFiles,
  note: string | undefined,
) {
  const fields = Object.keys(changed).map(nameInLinks);
  if (status === 'draft') return;
  const isTaken = showsToViewers(status) && neverNone.some((field) => changed[field] === null);
  if (status === 'archived' || isTaken) refuse(fieldLocked, { fields, currentState: status });
  const required = 'publishing:write';
  if (!hasPermission(permissions, required)) refuse(insufficientPermissions, { required: [required] });
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

/** What the request that chooses the files of an episode calls a field of it. */
export const nameInLinks = (field: string): string => (field === 'thumb_asset_id' ? 'thumbAssetId' : field);

/** Refuses a link to a file that is not there, or is of another kind than what it is linked as. */
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
  const assets = await files.holdAssets(
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

/** An id as the database writes it: in capitals it names the same thing. */
export const plainId = (id: string | null): string | null => id?.toLowerCase() ?? null;

/** Only the named fields, for the record of a change. */
export function pick(fields: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}

import { expect } from 'vitest';
import { type AdminActor, makeAdminActor } from '../../../test/harness/actor.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

/** Admins with what it takes to undo, and things that they make and undo. */

export interface Entry {
  id: string;
  action: string;
  admin_email: string;
  reason: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  flags: { undoes?: string };
  undo: { blocked: string | null; required: string | null; later: { id: string } | null };
}
export interface Thing {
  id: string;
  revision: number;
}

export interface Collection {
  titleI18n: object;
  explanation: string;
  items: { seriesId: string; sort: number }[];
}

/** Every test file has a world of its own. */
export async function openUndoWorld() {
  const world = await openWorld();
  const root = await makeAdminActor(world, 'superadmin');

  /** One with what it takes and nothing else. */
  async function holderOf(...permissions: string[]): Promise<AdminActor> {
    const name = `holder ${newId()}`;
    await root.post('/admin/roles', { name, description: 'For a test', permissions });
    return makeAdminActor(world, name);
  }
  const curator = await holderOf('audit:read', 'curation:read', 'curation:write');
  const other = await holderOf('audit:read', 'curation:read', 'curation:write');
  const reader = await holderOf('audit:read');
  const pricer = await holderOf('audit:read', 'pricing:read', 'pricing:write');
  const operator = await holderOf('audit:read', 'system:read', 'system:write');

  async function newest(filter: string): Promise<Entry> {
    const { items } = (await root.get<{ items: { id: string }[] }>(`/admin/audit-log?${filter}&limit=1`)).body;
    const id = items[0]?.id ?? expect.unreachable(`nothing is recorded for ${filter}`);
    return (await root.get<Entry>(`/admin/audit-log/${id}`)).body;
  }
  const of = (type: string, id: string) => newest(`targetType=${type}&targetId=${encodeURIComponent(id)}`);
  const undo = (who: AdminActor, { id }: { id: string }, body: object = {}) =>
    who.post<Entry & { error: string; later: { id: string; admin_email: string } }>(
      `/admin/audit-log/${id}/undo`,
      body,
    );

  let count = 0;
  async function collection(fields: object = {}): Promise<Thing> {
    const given = {
      slug: `undo-${++count}`,
      titleI18n: { en: `Undo ${count}`, ar: 'تراجع' },
      type: 'manual',
      ...fields,
    };
    return (await curator.post<Thing>('/admin/collections', { explanation: 'Made for the tests', ...given })).body;
  }
  const rail = async (collectionId: string, fields: object = {}) =>
    (await curator.post<Thing>('/admin/rails', { surface: 'discover', collectionId, ...fields })).body;

  const seen = async (id: string) => (await curator.get<Collection>(`/admin/collections/${id}`)).body;
  const made = { collection, rail, seen };
  return { world, root, holderOf, curator, other, reader, pricer, operator, newest, of, undo, ...made };
}

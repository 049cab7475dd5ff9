import { Type } from 'typebox';
import { notFound } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { parseStoredJson } from '../../kit/json.ts';
import type { Admin } from '../access/public.ts';
import type { PastChange, UndoKind } from '../audit/public.ts';
import { deleteOverride, editOverride, fieldsOf, undelete } from './actions.ts';
import { CreateOverrideBody, UpdateOverrideBody } from './schema.ts';
import { lockOverride } from './sql.ts';

const Deleted = Type.Pick(CreateOverrideBody, ['scope', 'scopeRef']);

function undoOf({ action, targetId: id, before }: PastChange): ((ctx: Ctx<Admin>) => Promise<unknown>) | undefined {
  if (action === 'pricing_override.create') return (ctx) => deleteOverride(ctx, id);
  if (action === 'pricing_override.delete') {
    const deleted = parseStoredJson(Deleted, before);
    return deleted && ((ctx) => undelete(ctx, id, deleted.scope, deleted.scopeRef));
  }
  const fields = parseStoredJson(UpdateOverrideBody, before);
  return fields && ((ctx) => editOverride(ctx, id, fields));
}

export const undoOverrides: UndoKind = {
  actions: ['pricing_override.create', 'pricing_override.update', 'pricing_override.delete'],
  permission: 'pricing:write',
  errors: [notFound],
  planFor: (change) => {
    const undo = undoOf(change);
    return (
      undo && {
        lock: async ({ tx }) => {
          const found = await lockOverride(tx, change.targetId);
          return found ? { scope: found.scope, scopeRef: found.scopeRef, ...fieldsOf(found) } : null;
        },
        undo: async (ctx) => {
          await undo(ctx);
          return 'undone';
        },
      }
    );
  },
};

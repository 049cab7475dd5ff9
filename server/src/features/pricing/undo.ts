import { Type } from 'typebox';
import { notFound } from '../../kit/errors.ts';
import { parseStoredJson } from '../../kit/json.ts';
import type { PastChange, UndoKind, UndoPlan } from '../audit/public.ts';
import { deleteOverride, editOverride, fieldsOf, undelete } from './actions.ts';
import { CreateOverrideBody, UpdateOverrideBody } from './schema.ts';
import { lockOverride } from './sql.ts';

const Deleted = Type.Pick(CreateOverrideBody, ['scope', 'scopeRef']);

/** What is done instead of a change. */
function undoOf({ action, targetId: id, before }: PastChange): UndoPlan['undo'] | undefined {
  if (action === 'pricing_override.create') {
    return async (ctx) => {
      await deleteOverride(ctx, id);
      return 'undone';
    };
  }
  if (action === 'pricing_override.delete') {
    const deleted = parseStoredJson(Deleted, before);
    return (
      deleted &&
      (async (ctx) => {
        await undelete(ctx, id, deleted.scope, deleted.scopeRef);
        return 'undone';
      })
    );
  }
  const fields = parseStoredJson(UpdateOverrideBody, before);
  return (
    fields &&
    (async (ctx) => {
      await editOverride(ctx, id, fields);
      return 'undone';
    })
  );
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
        undo,
      }
    );
  },
};

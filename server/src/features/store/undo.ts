import { Type } from 'typebox';
import { oneOf } from '../../kit/http/schema.ts';
import { parseStoredJson } from '../../kit/json.ts';
import type { UndoKind } from '../audit/public.ts';
import { editPackage } from './actions.ts';
import { packageStatuses } from './rules.ts';
import { lockPackage } from './sql.ts';

/** Only a change of the status. */
const Status = Type.Object({ status: oneOf(packageStatuses) }, { additionalProperties: false });

/** Prices and coins cannot be undone, because packages may have been sold with the new ones. */
export const undoPackageStatus: UndoKind = {
  actions: ['coin_package.update'],
  permission: 'pricing:write',
  errors: [],
  planFor: ({ targetId: id, before }) => {
    const status = parseStoredJson(Status, before);
    return (
      status && {
        lock: async ({ tx }) => {
          const found = await lockPackage(tx, id);
          return found ? { status: found.status } : null;
        },
        undo: async (ctx) => {
          await editPackage(ctx, id, status);
          return 'undone';
        },
      }
    );
  },
};

import { parseStoredJson } from '../../kit/json.ts';
import type { UndoKind } from '../audit/public.ts';
import { editFlags } from './actions.ts';
import { FlagsBody } from './schema.ts';
import { listFlags, lockRevision } from './sql.ts';

export const undoFlags: UndoKind = {
  actions: ['flag.set', 'flag.delete'],
  permission: 'system:write',
  errors: [],
  planFor: ({ targetId: key, before }) => {
    const given = parseStoredJson(FlagsBody, { flags: { [key]: before?.value } });
    return (
      given && {
        lock: async ({ tx }) => {
          await lockRevision(tx);
          return { value: (await listFlags(tx)).get(key) ?? null };
        },
        undo: async (ctx) => {
          await editFlags(ctx, given.flags);
          return 'undone';
        },
      }
    );
  },
};

import { refuseField } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { canonicalJson } from '../../kit/json.ts';
import { mustMatch } from '../../kit/revision.ts';
import type { Admin } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { type Flag, maxFlags } from './rules.ts';
import type { FlagsGiven } from './schema.ts';
import { listFlags, lockRevision, writeFlags } from './sql.ts';

/** A flag as stored: each market once, in upper case. */
function plain(flag: FlagsGiven[string]): Flag | null {
  if (flag === null || typeof flag === 'boolean') return flag;
  const { enabled, percentage, markets } = flag;
  const codes = markets && [...new Set(markets.map((code) => code.toUpperCase()))].toSorted();
  return { enabled, percentage, ...(codes && { markets: codes }) };
}

/** Sets the flags that are named, and leaves all others as they are. */
export async function editFlags(ctx: Ctx<Admin>, given: FlagsGiven): Promise<void> {
  mustMatch(ctx.ifMatch, await lockRevision(ctx.tx));
  const known = await listFlags(ctx.tx);
  const wanted = Object.entries(given).map(([key, flag]): [string, Flag | null] => [key, plain(flag)]);
  const changes = wanted.filter(([key, flag]) => canonicalJson(flag) !== canonicalJson(known.get(key) ?? null));
  if (changes.length === 0) return;
  const added = changes.filter(([key, flag]) => flag !== null && !known.has(key)).length;
  if (known.size + added > maxFlags) refuseField('flags', `must not become more than ${maxFlags}`);
  await writeFlags(ctx.tx, new Map(changes), ctx.now);
  await audit.recordAll(
    ctx,
    changes.map(([key, flag]) => ({
      action: flag === null ? ('flag.delete' as const) : ('flag.set' as const),
      target: { type: 'flag', id: key },
      before: { value: known.get(key) ?? null },
      after: { value: flag },
    })),
  );
}

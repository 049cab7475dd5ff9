import { canonicalJson } from '../../../kit/canonical.ts';
import { refuse, validationFailed } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { isCountry } from '../../../kit/iso-codes.ts';
import { mustMatch } from '../../../kit/revision.ts';
import type { Admin } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import type { Hours } from '../rules.ts';
import { findSettings, lockSettings, type PushSettings, type SettingsRow, updateSettings } from '../settings.sql.ts';

export interface SettingsEdit {
  enabled?: boolean;
  dailyCap?: number;
  quietHours?: { from?: number; to?: number; markets?: Readonly<Record<string, Hours>> };
  reason?: string;
}

function edited(current: PushSettings, edit: SettingsEdit): PushSettings {
  const { enabled = current.enabled, dailyCap = current.dailyCap, quietHours = {} } = edit;
  const markets = Object.entries(quietHours.markets ?? current.quietHours.markets);
  const upper = markets.map(([market, hours]): [string, Hours] => [market.toUpperCase(), hours]);
  return {
    enabled,
    dailyCap,
    quietHours: {
      from: quietHours.from ?? current.quietHours.from,
      to: quietHours.to ?? current.quietHours.to,
      markets: Object.fromEntries(upper.toSorted(([a], [b]) => a.localeCompare(b))),
    },
  };
}

/** Hours of a country that there is not would never hold, and nobody would notice. */
function mustBeCountries(markets: Readonly<Record<string, Hours>> = {}): void {
  const unknown = Object.keys(markets).filter((code) => !isCountry(code));
  const details = unknown.map((code) => ({
    path: `quietHours.markets.${code}`,
    message: 'must be the code of a country',
  }));
  if (details.length > 0) refuse(validationFailed, { details });
}

/** Changes what holds for all pushes. Stopping them ends what is under way after the messages that are just being sent. */
export async function editSettings(ctx: Ctx<Admin>, edit: SettingsEdit): Promise<SettingsRow> {
  const current = await lockSettings(ctx.tx);
  mustMatch(ctx.ifMatch, current.revision);
  mustBeCountries(edit.quietHours?.markets);
  const settings = edited(current, edit);
  const old = new Map<string, unknown>(Object.entries(current));
  const changed = Object.entries(settings).filter(
    ([name, value]) => canonicalJson(value) !== canonicalJson(old.get(name)),
  );
  if (changed.length === 0) return current;
  await updateSettings(ctx.tx, settings, ctx.now);
  const action = settings.enabled === current.enabled ? 'update' : settings.enabled ? 'resume' : 'stop';
  await audit.record(ctx, {
    action: `push_settings.${action}`,
    target: { type: 'push_settings', id: 'push' },
    reason: edit.reason ?? null,
    before: Object.fromEntries(changed.map(([name]) => [name, old.get(name)])),
    after: Object.fromEntries(changed),
  });
  return findSettings(ctx.tx);
}

import type { Static } from 'typebox';
import { refuse, validationFailed } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { isCountry } from '../../../kit/iso-codes.ts';
import { differences } from '../../../kit/json.ts';
import { enqueueMessage as sendMessage } from '../../../kit/outbox.ts';
import { mustMatch } from '../../../kit/revision.ts';
import type { Admin } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { type Hours, quietMarkets } from '../rules.ts';
import type { PushSettings, SettingsBody, SettingsRow } from '../schema.ts';
import { findSettings, lockSettings, updateSettings } from '../sql.ts';

type SettingsEdit = Static<typeof SettingsBody>;

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

/** A typo in a market would otherwise go unnoticed. */
function mustBeCountries(markets: Readonly<Record<string, Hours>> = {}): void {
  const unknown = Object.keys(markets).filter((code) => !isCountry(code));
  const details = unknown.map((code) => ({
    path: `quietHours.markets.${code}`,
    message: 'must be the code of a country',
  }));
  if (details.length > 0) refuse(validationFailed, { details });
}

export const releaseTopic = 'push.release';

/**
 * Releases messages that wait for the end of the former quiet hours. There may be millions, so it is done through the
 * outbox.
 */
async function releaseWaiting({ tx, now }: Ctx<Admin>, { quietHours }: PushSettings): Promise<void> {
  const ends = new Set(quietMarkets(quietHours, now).map(({ at }) => at.toISOString()));
  if (ends.size > 0) await sendMessage(tx, releaseTopic, { ends: [...ends] }, now);
}

/** Disabling stops all sending, except messages that are being sent. */
export async function editSettings(ctx: Ctx<Admin>, edit: SettingsEdit): Promise<SettingsRow> {
  const current = await lockSettings(ctx.tx);
  mustMatch(ctx.ifMatch, current.revision);
  mustBeCountries(edit.quietHours?.markets);
  const settings = edited(current, edit);
  const changes = differences(current, settings);
  if (!changes) return current;
  await updateSettings(ctx.tx, settings, ctx.now);
  if ('quietHours' in changes.after) await releaseWaiting(ctx, current);
  const action = settings.enabled === current.enabled ? 'update' : settings.enabled ? 'resume' : 'stop';
  await audit.record(ctx, {
    action: `push_settings.${action}`,
    target: { type: 'push_settings', id: 'push' },
    reason: edit.reason ?? null,
    ...changes,
  });
  return findSettings(ctx.tx);
}

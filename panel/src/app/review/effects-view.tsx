import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { Alert } from '../../ui/alert.tsx';
import { changedFields, Diff, fieldsOf } from '../../ui/diff.tsx';
import { useFormat } from '../../ui/format.ts';
import { isUuid, shortId } from '../../ui/short-id.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { AssetLabel } from '../pictures.tsx';
import { Deciders } from './deciders.tsx';
import classes from './review.module.css';
import { useShortValueName } from './value-name.ts';
import { reviewWords } from './words.ts';

/** Effects as the server lists them, for a dry run and for an approval alike. */
export type EffectsShown = Schema<'Effects'>;

const isId = (value: unknown): boolean => typeof value === 'string' && isUuid(value);

/**
 * Ids that a dry run makes up or that name nothing to who reads. Files are shown by theirs, as a name, and so is what
 * takes the place of another.
 */
export const isIdField = (field: string, old: unknown, fresh: unknown): boolean =>
  !assetFields.has(field) &&
  [old, fresh].some(isId) &&
  [old, fresh].every((value) => value === null || value === undefined || isId(value)) &&
  !([old, fresh].every(isId) && old !== fresh);

function withoutIds(before: unknown, after: unknown): [Fields | null, Fields | null] {
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)];
  const keep = (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !isIdField(name, old[name], fresh[name])));
  // Where nothing else differs, an id is better than to say that nothing does.
  if (before !== null && after !== null && changedFields(keep(old), keep(fresh)).length === 0) return [old, fresh];
  return [before === null ? null : keep(old), after === null ? null : keep(fresh)];
}

type Fields = Readonly<Record<string, unknown>>;

const assetFields = new Set(['posterAssetId', 'heroAssetId', 'mediaAssetId', 'thumb_asset_id', 'media_asset_id']);

/** The same as it is shown in a table: a file by its name and its picture. */
export function useShownValue(): (field: string, value: unknown) => ReactNode {
  const valueName = useShortValueName();
  return (field, value) =>
    assetFields.has(field) && typeof value === 'string' && isUuid(value) ? (
      <AssetLabel id={value} fallback={shortId(value)} />
    ) : (
      valueName(field, value)
    );
}

/** What waits for an approval is what it will do, rather than that someone will have asked for it. */
export function finalEffects(effects: EffectsShown): Pick<EffectsShown, 'ledger' | 'changes'> {
  const later = effects.approvals[0]?.effects;
  return later && later.ledger.length + later.changes.length > 0 ? later : effects;
}

interface EffectsViewProps {
  effects: EffectsShown;
  /** What the things that change, and those that take the place of another, are called, by id. */
  names?: ReadonlyMap<string, string> | undefined;
}

/** What a change does, in words: changes, coins, approvals, and how it will be recorded. */
export function EffectsView({ effects, names }: EffectsViewProps) {
  const t = useWords(reviewWords);
  const word = useServerWord();
  const format = useFormat();
  const { audit, approvals } = effects;
  const { ledger, changes } = finalEffects(effects);
  const heading = t(approvals.length > 0 ? 'onceApproved' : 'changes');
  const actions = [...new Set(audit.map(({ action }) => action))];
  return (
    <div className={classes.effects}>
      {approvals.length > 0 && (
        <Alert tone="warning" title={t('approval')}>
          {t('approvalText')} {approvals[0] && <Deciders kind={approvals[0].kind} targetId={approvals[0].targetId} />}
        </Alert>
      )}
      {changes.length > 0 && (
        <section aria-label={heading}>
          <h3 className={classes.heading}>{heading}</h3>
          <ChangeCards changes={changes} names={names} />
        </section>
      )}
      {changes.length === 0 && approvals.length === 0 && ledger.length === 0 && audit.length === 0 && (
        <p className={classes.quiet}>{t('noChanges')}</p>
      )}
      {ledger.length > 0 && <LedgerRows rows={ledger} />}
      {actions.length > 0 && (
        <p className={classes.quiet}>
          {t('audit')}: {format.list(actions.map((action) => t('quoted', { text: word('action', action) })))}
        </p>
      )}
    </div>
  );
}

/** As many as one reads before the button. */
const fewCards = 6;

function ChangeCards({ changes, names }: Pick<EffectsShown, 'changes'> & Pick<EffectsViewProps, 'names'>) {
  const t = useWords(reviewWords);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? changes : changes.slice(0, fewCards);
  const more = changes.length - shown.length;
  return (
    <>
      {shown.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one thing may change twice, and the list never moves
        <ChangeCard key={index} change={change} names={names} />
      ))}
      {more > 0 && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setWhole(true)}>
          {t('many.more', { count: more })}
        </Button>
      )}
    </>
  );
}

interface ChangeCardProps extends Pick<EffectsViewProps, 'names'> {
  change: Schema<'ChangeEffect'>;
}

function ChangeCard({ change, names }: ChangeCardProps) {
  const t = useWords(reviewWords);
  const word = useServerWord();
  const shown = useShownValue();
  const nameOf = (value: unknown) => (typeof value === 'string' ? names?.get(value) : undefined);
  const what = nameOf(change.id) ?? word('target', change.type);
  const [before, after] = withoutIds(change.before, change.after);
  const title = change.before === null ? t('create', { what }) : change.after === null ? t('remove', { what }) : what;
  return (
    <div className={classes.card}>
      <p className={classes.cardTitle}>{title}</p>
      {changedFields(before, after).length === 0 ? (
        before && after && <p className={classes.same}>{t('noChanges')}</p>
      ) : (
        <Diff
          before={before}
          after={after}
          fieldName={(field) => word('field', field)}
          valueName={(field, value) => nameOf(value) ?? shown(field, value)}
        />
      )}
    </div>
  );
}

function LedgerRows({ rows }: { rows: readonly Schema<'LedgerEffect'>[] }) {
  const t = useWords(reviewWords);
  const format = useFormat();
  const word = useServerWord();
  return (
    <section aria-label={t('ledger')}>
      <h3 className={classes.heading}>{t('ledger')}</h3>
      <table className={classes.ledger}>
        <thead>
          <tr>
            <th scope="col">{t('account')}</th>
            <th scope="col">{t('amount')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ account, amount }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an account may be moved twice, and the list never moves
            <tr key={index}>
              <td>{word('target', account)}</td>
              <td data-sign={amount < 0 ? '−' : '+'}>
                <bdi>{`${amount > 0 ? '+' : ''}${format.number(amount)}`}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { Alert } from '../../ui/alert.tsx';
import { Stack, Text } from '../../ui/box.tsx';
import { changedFields, Diff, type Fields, fieldsOf } from '../../ui/diff.tsx';
import { useFormat } from '../../ui/format.ts';
import { isUuid, shortId } from '../../ui/short-id.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { AssetLabel } from '../pictures.tsx';
import { useReferenceName } from '../reference-name.ts';
import { Deciders } from './deciders.tsx';
import { assetFields, fieldsShown } from './fields-shown.ts';
import { LedgerRows } from './ledger-rows.tsx';
import type { ShownIn } from './request.ts';
import classes from './review.module.css';
import { useSummary } from './summary.ts';
import { knownOfTarget, useShortValueName } from './value-name.ts';
import { reviewWords } from './words.ts';

/** Effects as the server lists them, for a dry run and for an approval alike. */
export type EffectsShown = Schema<'Effects'>;

/** The same as it is shown in a table: a file by its name and its picture. */
export function useShownValue(): (field: string, value: unknown, beside?: Fields) => ReactNode {
  const valueName = useShortValueName();
  return (field, value, beside) =>
    assetFields.has(field) && typeof value === 'string' && isUuid(value) ? (
      <AssetLabel id={value} fallback={shortId(value)} />
    ) : (
      valueName(field, value, beside)
    );
}

/** What waits for an approval is what it will do, rather than that someone will have asked for it. */
export function finalEffects(effects: EffectsShown): Pick<EffectsShown, 'ledger' | 'changes'> {
  const later = effects.approvals[0]?.effects;
  return later && later.ledger.length + later.changes.length > 0 ? later : effects;
}

interface EffectsViewProps {
  effects: EffectsShown;
  /** The same at another time: what differs is marked. */
  other?: EffectsShown | undefined;
  /** Whether what it comes to stands elsewhere. */
  isSummarized?: boolean;
  /** What stands between the summary and the changes, such as warnings. */
  children?: ReactNode;
  /** The currency of prices, where the change itself does not name it. */
  currency?: string | undefined;
  shows?: ShownIn | undefined;
}

/** What a change does: what it comes to, warnings, what changes; folded, the coins account by account and the record. */
export function EffectsView({ effects, other, currency, shows, isSummarized, children }: EffectsViewProps) {
  const t = useWords(reviewWords);
  const word = useServerWord();
  const format = useFormat();
  const { audit, approvals } = effects;
  const names = useNames(effects);
  const { ledger, changes } = finalEffects(effects);
  const { summarized } = useSummary()(changes);
  const heading = t(approvals.length > 0 ? 'onceApproved' : 'changes');
  const cards = { names, currency: currency ?? currencyAmong(changes), shows, other };
  const [open, folded] = [
    changes.filter((change) => !summarized.has(change)),
    changes.filter((change) => summarized.has(change)),
  ];
  const actions = [...new Set(audit.map(({ action }) => action))];
  return (
    <Stack gap="lg">
      {!isSummarized && <EffectsSummary effects={effects} />}
      {approvals.length > 0 && (
        <Alert tone="warning" title={t('approval')}>
          {t('approvalText')} {approvals[0] && <Deciders kind={approvals[0].kind} targetId={approvals[0].targetId} />}
        </Alert>
      )}
      {children}
      {open.length > 0 && (
        <section aria-label={heading}>
          <Text as="h3" size="sm" weight="medium" tone="muted" mb="sm">
            {heading}
          </Text>
          <ChangeCards changes={open} {...cards} />
        </section>
      )}
      {changes.length === 0 && approvals.length === 0 && ledger.length === 0 && audit.length === 0 && (
        <p className={classes.quiet}>{t('noChanges')}</p>
      )}
      {ledger.length + actions.length + folded.length > 0 && (
        <details className={classes.details}>
          <summary>{t('details')}</summary>
          <Stack gap="lg">
            {folded.length > 0 && (
              <div>
                <ChangeCards changes={folded} {...cards} />
              </div>
            )}
            {ledger.length > 0 && <LedgerRows rows={ledger} />}
            {actions.length > 0 && (
              <p className={classes.quiet}>
                {t('audit')}: {format.list(actions.map((action) => t('quoted', { text: word('action', action) })))}
              </p>
            )}
          </Stack>
        </details>
      )}
    </Stack>
  );
}

/** What a change comes to, in a sentence or a few; nothing where its fields say all. */
export function EffectsSummary({ effects }: Pick<EffectsViewProps, 'effects'>) {
  const { sentences } = useSummary()(finalEffects(effects).changes);
  if (sentences.length === 0) return null;
  return (
    <p className={classes.summary}>
      {sentences.map((sentence) => (
        <span key={sentence}>{sentence} </span>
      ))}
    </p>
  );
}

/** What is called by name in effects, by its id. */
export function useNames({ references }: Pick<EffectsShown, 'references'>): ReadonlyMap<string, string> {
  const nameOf = useReferenceName();
  return new Map(references.map((reference) => [reference.id, nameOf(reference)]));
}

/** A refund names its currency, and changes its purchase with it. */
function currencyAmong(changes: EffectsShown['changes']): string | undefined {
  const named = changes.map(({ after }) => fieldsOf(after).currency);
  return named.find((currency) => typeof currency === 'string');
}

/** As many as one reads before the button. */
const fewCards = 6;

interface CardProps extends Pick<EffectsViewProps, 'other' | 'currency' | 'shows'> {
  names: ReadonlyMap<string, string>;
}

function ChangeCards({ changes, ...rest }: Pick<EffectsShown, 'changes'> & CardProps) {
  const t = useWords(reviewWords);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? changes : changes.slice(0, fewCards);
  const more = changes.length - shown.length;
  return (
    <>
      {shown.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one thing may change twice, and the list never moves
        <ChangeCard key={index} change={change} {...rest} />
      ))}
      {more > 0 && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setWhole(true)}>
          {t('many.more', { count: more })}
        </Button>
      )}
    </>
  );
}

/** What is made or deleted by actions whose record is about its user: the user was there before, and stays. */
const partOfAction: Readonly<Record<string, string>> = {
  'user.note': 'note',
  'user.note_delete': 'note',
  'user.comp_subscription': 'subscription',
};

/** The fields in which a change differs from the same one at another time; all where there was none. */
function differing({ type, id, action, before, after }: Schema<'ChangeEffect'>, other: EffectsShown): string[] {
  const same = finalEffects(other).changes.find((one) => one.type === type && one.id === id && one.action === action);
  return [...changedFields(same?.before ?? null, before), ...changedFields(same?.after ?? null, after)];
}

interface ChangeCardProps extends CardProps {
  change: Schema<'ChangeEffect'>;
}

function ChangeCard({ change, names, currency, shows, other }: ChangeCardProps) {
  const t = useWords(reviewWords);
  const word = useServerWord();
  const shown = useShownValue();
  const nameOf = (value: unknown): string | undefined =>
    typeof value === 'string' ? names.get(value) : nameOf(fieldsOf(value).seriesId ?? '');
  const kind = change.type === 'surface' ? word('curation', change.id) : word('target', change.type);
  const part = partOfAction[change.action ?? ''];
  const what = part ? word('target', part) : (nameOf(change.id) ?? kind);
  const { before, after, isAbout } = fieldsShown(change, names);
  const known = { ...(currency !== undefined && { currency }), ...knownOfTarget(change.type) };
  const isWhole = before !== null && after !== null;
  const title = isWhole || (isAbout && !part) ? what : t(before === null ? 'create' : 'remove', { what });
  return (
    <div className={classes.card}>
      <p className={classes.cardTitle}>{title}</p>
      {changedFields(before, after).length === 0 ? (
        isWhole && <p className={classes.same}>{t('noChanges')}</p>
      ) : (
        <Diff
          before={before}
          after={after}
          marked={other && differing(change, other)}
          fieldName={(field) => word('field', field)}
          valueName={(field, value, beside) =>
            nameOf(value) ?? shows?.(change.type, field, value) ?? shown(field, value, { ...known, ...beside })
          }
        />
      )}
    </div>
  );
}

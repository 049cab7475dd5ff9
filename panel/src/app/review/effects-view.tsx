import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { Alert } from '../../ui/alert.tsx';
import { changedFields, Diff, fieldsOf } from '../../ui/diff.tsx';
import { useFormat } from '../../ui/format.ts';
import { isUuid, shortId } from '../../ui/short-id.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { railName } from '../../words/rails.ts';
import { type ServerWord, useServerWord, type WordTable } from '../../words/server.ts';
import { AssetLabel } from '../pictures.tsx';
import { Deciders } from './deciders.tsx';
import { allMarkets, assetFields, fieldsShown } from './fields-shown.ts';
import { LedgerRows } from './ledger-rows.tsx';
import classes from './review.module.css';
import { reviewWords } from './words.ts';

/** Effects as the server lists them, for a dry run and for an approval alike. */
export type EffectsShown = Schema<'Effects'>;

/** Fields whose values are words of the server, and the table that has them. */
const tableOf: Readonly<Record<string, WordTable>> = {
  role: 'role',
  permissions: 'permission',
  status: 'status',
  outcome: 'status',
  kind: 'approvalKind',
  lang: 'language',
  error: 'assetError',
  target_type: 'target',
  targetType: 'target',
  direction: 'value',
  targetLanguages: 'language',
  genreSlug: 'genre',
  scope: 'priceScope',
  rails: 'rail',
};

const coinFields = new Set([
  'amount',
  'balance_total',
  'balanceTotal',
  'bonusCoins',
  'coins',
  'defaultCoinsPerEpisode',
]);

const day = /^\d{4}-\d\d-\d\d$/;
const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const isMarket = (field: string, value: string): boolean =>
  ['marketCode', 'scopeRef', 'countryCode'].includes(field) && /^[A-Z]{2}$/.test(value);

/** A role has a name of its own, and so has a provider; a kind is one of approvals or of files. */
function unknownAs(field: string, value: string, word: ServerWord): string | undefined {
  if (field === 'role') return value;
  if (field === 'rails') return railName(value, word);
  return field === 'kind' ? word('assetKind', value) : undefined;
}

/** Values as people read them: yes and no, numbers, moments, roles, permissions, statuses, what a job did. */
export function useValueName(): (field: string, value: unknown) => string | undefined {
  const t = useWords(reviewWords);
  const word = useServerWord();
  const format = useFormat();
  const { country } = usePlaces();
  return (field, value) => {
    if (typeof value === 'boolean') return word('value', String(value));
    if (typeof value === 'number') {
      const amount = format.number(field === 'priceCents' ? value / 100 : value);
      return coinFields.has(field) ? t('coins', { count: value, amount }) : amount;
    }
    if (Array.isArray(value))
      return format.list(
        value.map(String).map((one) => word(tableOf[field] ?? 'value', one, unknownAs(field, one, word) ?? one)),
      );
    if (field.endsWith('I18n')) {
      return Object.entries(fieldsOf(value))
        .map(([language, words]) => `${word('language', language)}: ${String(words)}`)
        .join(' · ');
    }
    if (field === 'counts') {
      const done = Object.entries(fieldsOf(value)).filter(([, count]) => count !== 0);
      return format.list(done.map(([step, count]) => `${word('count', step)}: ${String(count)}`)) || '0';
    }
    const table = tableOf[field];
    if (field === 'marketCode' && value === allMarkets) return t('allMarkets');
    if (typeof value === 'string' && isMarket(field, value)) return country(value);
    if (typeof value === 'string' && day.test(value)) return format.date(value);
    if (typeof value === 'string' && moment.test(value)) return `${format.dateTime(value, 'UTC')} UTC`;
    if (typeof value !== 'string' || !table) return undefined;
    return word(table, value, unknownAs(field, value, word));
  };
}

/** The same where there is little room: of an id stands the end. */
export function useShortValueName(): (field: string, value: unknown) => string | undefined {
  const valueName = useValueName();
  return (field, value) =>
    valueName(field, value) ?? (typeof value === 'string' && isUuid(value) ? shortId(value) : undefined);
}

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
  const { before, after, isAbout } = fieldsShown(change, names);
  const isWhole = before !== null && after !== null;
  const title = isWhole || isAbout ? what : t(before === null ? 'create' : 'remove', { what });
  return (
    <div className={classes.card}>
      <p className={classes.cardTitle}>{title}</p>
      {changedFields(before, after).length === 0 ? (
        isWhole && <p className={classes.same}>{t('noChanges')}</p>
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

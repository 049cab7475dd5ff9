import type { ReactNode } from 'react';
import { useWords } from '../words/define.ts';
import { usePlaces } from '../words/places.ts';
import { Stack } from './box.tsx';
import classes from './diff.module.css';
import { useFormat } from './format.ts';
import { changesIn } from './order/order.ts';
import { uiWords } from './words.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** Texts in several languages, each as a field of its own: `titleI18n.ar`. */
function byLanguage(value: unknown): Fields {
  const entries = Object.entries(fieldsOf(value)).flatMap(([name, texts]): [string, unknown][] =>
    name.endsWith('I18n')
      ? Object.entries(fieldsOf(texts)).map(([code, text]) => [`${name}.${code}`, text])
      : [[name, texts]],
  );
  return Object.fromEntries(entries);
}

/** The names of the fields that are not the same. */
export function changedFields(before: unknown, after: unknown): string[] {
  const [old, fresh] = [byLanguage(before), byLanguage(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter((name) => isOther(old, fresh, name));
}

interface DiffProps {
  before: unknown;
  after: unknown;
  /** A field as people call it. */
  fieldName: (field: string) => string;
  /** A value as people read it, beside the fields that stand with it; undefined leaves it to the diff. */
  valueName?: (field: string, value: unknown, beside: Fields) => ReactNode;
  /** The fields to point out. */
  marked?: readonly string[] | undefined;
}

/**
 * What changes, field by field and language by language: what stood there and what will. Lists show what comes and goes. Of what is new or
 * goes whole there is one column.
 */
export function Diff({ before, after, fieldName, valueName = () => undefined, marked = [] }: DiffProps) {
  const t = useWords(uiWords);
  const places = usePlaces();
  const [old, fresh] = [byLanguage(before), byLanguage(after)];
  const names = changedFields(before, after);
  const rowName = (name: string): string => {
    const [field = name, language] = name.split('I18n.');
    return language === undefined ? fieldName(name) : `${fieldName(`${field}I18n`)} · ${places.language(language)}`;
  };
  return (
    <table className={classes.diff}>
      <thead>
        <tr>
          <th scope="col">{t('diff.field')}</th>
          {before !== null && <th scope="col">{t('diff.before')}</th>}
          {after !== null && <th scope="col">{t('diff.after')}</th>}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => {
          const showIn = (fields: Fields) => (value: unknown) => valueName(name, value, fields) ?? textOf(value);
          const pair = [old[name], fresh[name]];
          return (
            <tr key={name} data-marked={marked.includes(name) || undefined}>
              <th scope="row">
                {rowName(name)}
                {marked.includes(name) && <small>{t('diff.differs')}</small>}
              </th>
              {pair.every(isList) ? (
                <td colSpan={2}>
                  <ListDiff
                    before={listOf(pair[0])}
                    after={listOf(pair[1])}
                    show={showIn(fresh)}
                    isOrdered={orderedFields.has(name)}
                  />
                </td>
              ) : (
                <>
                  {before !== null && (
                    <td className={classes.before}>
                      <Value value={old[name]} show={showIn(old)} />
                    </td>
                  )}
                  {after !== null && (
                    <td className={classes.after}>
                      <Value value={fresh[name]} show={showIn(fresh)} />
                    </td>
                  )}
                </>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** A field that says the same before and after is no change, nor is one that says nothing in either. */
const isOther = (old: Fields, fresh: Fields, name: string): boolean =>
  !(isBlank(old[name]) && isBlank(fresh[name])) &&
  (!(name in old && name in fresh) || textOf(old[name]) !== textOf(fresh[name]));

const isList = (value: unknown): boolean => Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value) ?? '';
}

function Value({ value, show }: { value: unknown; show: (value: unknown) => ReactNode }) {
  const t = useWords(uiWords);
  if (isBlank(value)) return <span className={classes.none}>{t('diff.nothing')}</span>;
  return <bdi>{show(value)}</bdi>;
}

/** Lists whose order is what they are about. */
const orderedFields: ReadonlySet<string> = new Set(['order', 'items', 'entries']);

/** What an entry of a list is known by: one about a series is the same at another place or with another score. */
function keyOfEntry(value: unknown): string {
  const { seriesId } = fieldsOf(value);
  return typeof seriesId === 'string' ? seriesId : textOf(value);
}

interface ListDiffProps {
  before: unknown[];
  after: unknown[];
  show: (value: unknown) => ReactNode;
  isOrdered: boolean;
}

const signs = { removed: '−', added: '+', moved: '↕' } as const;

function ListDiff({ before, after, show, isOrdered }: ListDiffProps) {
  const t = useWords(uiWords);
  const format = useFormat();
  const values = new Map([...before, ...after].map((value) => [keyOfEntry(value), value]));
  const rows = changesIn(before.map(keyOfEntry), after.map(keyOfEntry)).filter(
    ({ kind }) => isOrdered || kind !== 'moved',
  );
  return (
    <Stack as="ul" className={classes.list} gap="3xs">
      {rows.map(({ kind, key, from, to }) => (
        <li key={key} data-sign={signs[kind]}>
          <span role="img" aria-label={t(`diff.${kind}`)}>
            {signs[kind]}
          </span>
          <span>
            <bdi>{show(values.get(key))}</bdi>
            {kind === 'moved' && from !== null && to !== null && (
              <small className={classes.places}>
                {t('diff.places', { from: format.number(from), to: format.number(to) })}
              </small>
            )}
          </span>
        </li>
      ))}
    </Stack>
  );
}

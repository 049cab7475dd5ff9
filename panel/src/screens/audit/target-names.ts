import { useUserName } from '../../app/user-name.ts';
import { fieldsOf } from '../../ui/diff.tsx';
import { shortId } from '../../ui/short-id.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { serverTables, useServerWord } from '../../words/server.ts';
import { useTitleIn } from '../../words/title.ts';
import { useKnownKind } from '../alerts/public.ts';
import { useProductCalled } from '../transactions/public.ts';
import type { AuditEntry } from './queries.ts';
import { auditWords } from './words.ts';

export interface TargetName {
  readonly name: string;
  /** Whether the name is only what kind of thing it is. */
  readonly isNameless: boolean;
  /** Whether the name says what kind of thing it is, as “Guest …” does. */
  readonly saysKind?: boolean;
  /** Of a package, for who looks it up in a store, and to tell it from another with the same coins. */
  readonly sku?: string;
}

const named = (name: string): TargetName => ({ name, isNameless: false });

const sold = (sku: string, name: string): TargetName => (name === sku ? named(sku) : { ...named(name), sku });

const isRole = (word: string): boolean => Object.hasOwn(serverTables.role, word);

/** The fields in which an entry itself names what it is about. */
const naming = ['title', 'name', 'email', 'sourceFileName', 'source_file_name', 'slug'];

function ownName({ before, after }: AuditEntry): string | undefined {
  const fields = { ...fieldsOf(before), ...fieldsOf(after) };
  return naming.flatMap((field) => {
    const value = fields[field];
    return typeof value === 'string' && value !== '' ? [value] : [];
  })[0];
}

/** An episode by its number and series, a file with the episode or series that it is of: their titles and ids alone say little. */
function usePartNames(): (entry: AuditEntry, name: string) => string | undefined {
  const t = useWords(auditWords);
  const word = useServerWord();
  const titleIn = useTitleIn();
  return ({ target_context: context }, name) => {
    if (context === null || context.series_title === null) return undefined;
    const { episode_number: number, asset_kind: kind, lang } = context;
    const series = titleIn(context.series_title, context.series_title_i18n);
    const owner = number === null ? series : t('episodeOf', { number, series });
    if (kind === null) return `${owner} · ${name}`;
    const file = lang === null ? word('assetKind', kind) : t('captionsIn', { language: word('language', lang) });
    return `${owner} · ${file}`;
  };
}

/** Whether the price of a market was changed, which is called by the code of the country. */
const isMarket = (type: string | null, label: string | null): boolean =>
  type === 'pricing_override' && /^[A-Z]{2}$/.test(label ?? '');

/** What an entry leads to: a schedule has no page of its own, its series or episode has. */
export const linkedBy = ({ target_type: type, target_id: id, target_about: about }: AuditEntry) =>
  type === 'schedule' && about ? about : { type, id };

/** Of these there is one, which has no other name. */
const isSingle = (type: string | null): type is string => type === 'pricing_config' || type === 'preview_reel';

/** Where the ids of a type are words of the server, and the table that has them. */
const wordTables = { job: 'job', surface: 'curation' } as const;

/**
 * Without a name that is known now, or that one may see: a user by what they are and the end of the id, alerts and
 * requests by their kind, others by what the entry says, or by what they are.
 */
function useNameless(): (entry: AuditEntry) => TargetName {
  const word = useServerWord();
  const userName = useUserName();
  const alertKind = useKnownKind();
  const kindOf = ({ target_type: type, flags, after }: AuditEntry) => {
    if (type === 'alert') return alertKind(fieldsOf(flags).kind);
    const { kind } = fieldsOf(after);
    return type === 'approval' && typeof kind === 'string' ? word('approvalKind', kind) : undefined;
  };
  return (entry) => {
    const { target_type: type, target_id: id, target_user: user } = entry;
    if (user) {
      const { is_guest: isGuest, is_anonymized: isAnonymized, country_code: countryCode } = user;
      const name = userName({ id: user.id, name: null, isGuest, isAnonymized, countryCode });
      return { ...named(name), saysKind: type === 'user' };
    }
    const told = kindOf(entry) ?? ownName(entry);
    if (told !== undefined) return named(told);
    return type === null || type === 'user'
      ? named(shortId(id ?? ''))
      : { name: word('target', type), isNameless: true };
  };
}

/** What is called by a word of ours, whatever the server tells of it. */
function useOwnWords(): (entry: AuditEntry) => TargetName | undefined {
  const word = useServerWord();
  return ({ target_type: type, target_id: id, target_label: label }) => {
    if (type === 'job' || type === 'surface') return named(word(wordTables[type], id ?? ''));
    if (isSingle(type)) return named(word('target', type));
    const role = label ?? id ?? '';
    return type === 'role' && isRole(role) ? named(word('role', role)) : undefined;
  };
}

/** What an entry is about, by name as far as this admin may see it; else what kind of thing it is. */
export function useTargetNames(): (entry: AuditEntry) => TargetName {
  const { country } = usePlaces();
  const partName = usePartNames();
  const namelessCalled = useNameless();
  const ownWord = useOwnWords();
  const called = useProductCalled();
  const titleIn = useTitleIn();
  return (entry) => {
    const own = ownWord(entry);
    if (own) return own;
    const label = entry.target_label === null ? null : titleIn(entry.target_label, entry.target_label_i18n);
    const known = label === null ? namelessCalled(entry) : named(label);
    const { name } = known;
    if (entry.target_bought) return sold(name, called(name, entry.target_bought));
    if (isMarket(entry.target_type, label)) return named(country(name));
    const part = partName(entry, name);
    return part === undefined ? known : named(part);
  };
}

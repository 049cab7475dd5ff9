import { type Reference, useReferenceName } from '../../app/reference-name.ts';
import { useUserName } from '../../app/user-name.ts';
import { fieldsOf } from '../../ui/diff.tsx';
import { shortId } from '../../ui/short-id.ts';
import { serverTables, useServerWord } from '../../words/server.ts';
import { useKnownKind } from '../alerts/public.ts';
import type { AuditEntry } from './queries.ts';

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

/** What the server tells of the target of an entry; null where it has no name. */
function referenceOf(entry: AuditEntry): Reference | null {
  const { target_type: type, target_id: id, target_label: label, target_context: context } = entry;
  if (type === null || id === null || label === null) return null;
  return {
    type,
    id,
    label,
    labelI18n: entry.target_label_i18n,
    picture: entry.target_picture_id,
    part: context && {
      seriesTitle: context.series_title,
      seriesTitleI18n: context.series_title_i18n,
      episodeNumber: context.episode_number,
      assetKind: context.asset_kind,
      lang: context.lang,
    },
    about: entry.target_about,
    bought: entry.target_bought,
    user: null,
  };
}

/** The fields in which an entry itself names what it is about. */
const naming = ['title', 'name', 'email', 'sourceFileName', 'source_file_name', 'slug'];

function ownName({ before, after }: AuditEntry): string | undefined {
  const fields = { ...fieldsOf(before), ...fieldsOf(after) };
  return naming.flatMap((field) => {
    const value = fields[field];
    return typeof value === 'string' && value !== '' ? [value] : [];
  })[0];
}

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
  return ({ target_type: type, target_id: id }) => {
    if (type === 'job' || type === 'surface') return named(word(wordTables[type], id ?? ''));
    if (isSingle(type)) return named(word('target', type));
    // The roles of the system have an id that is a name too.
    return type === 'role' && Object.hasOwn(serverTables.role, id ?? '') ? named(word('role', id ?? '')) : undefined;
  };
}

/** What an entry is about, by name as far as this admin may see it; else what kind of thing it is. */
export function useTargetNames(): (entry: AuditEntry) => TargetName {
  const namelessCalled = useNameless();
  const ownWord = useOwnWords();
  const referenceName = useReferenceName();
  return (entry) => {
    const reference = referenceOf(entry);
    const own = ownWord(entry);
    if (own || !reference) return own ?? namelessCalled(entry);
    const name = referenceName(reference);
    return reference.bought ? sold(reference.label ?? '', name) : named(name);
  };
}

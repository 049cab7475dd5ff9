import { fieldsOf } from '../../ui/diff.tsx';
import { shortId } from '../../ui/short-id.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleIn } from '../../words/title.ts';
import { useKnownKind } from '../alerts/public.ts';
import { useProductCalled } from '../transactions/public.ts';
import type { AuditEntry } from './queries.ts';
import { auditWords } from './words.ts';

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
export const isSingle = (type: string | null): type is string => type === 'pricing_config' || type === 'preview_reel';

/** Where the ids of a type are words of the server, and the table that has them. */
const wordTables = { job: 'job', surface: 'curation' } as const;

/**
 * Without a name that is known now, or that one may see: alerts and requests by their kind, others by what the entry
 * says, or by what they are. A guest has no name, and their own page calls them by the end of their id.
 */
function useNameless(): (entry: AuditEntry) => string {
  const word = useServerWord();
  const alertKind = useKnownKind();
  const kindOf = ({ target_type: type, flags, after }: AuditEntry) => {
    if (type === 'alert') return alertKind(fieldsOf(flags).kind);
    const { kind } = fieldsOf(after);
    return type === 'approval' && typeof kind === 'string' ? word('approvalKind', kind) : undefined;
  };
  const typeOf = ({ target_type: type, target_id: id }: AuditEntry) =>
    type === null || type === 'user' ? shortId(id ?? '') : word('target', type);
  return (entry) => kindOf(entry) ?? ownName(entry) ?? typeOf(entry);
}

/** What an entry is about, by name as far as this admin may see it; else what kind of thing it is. */
export function useTargetNames(): (entry: AuditEntry) => string {
  const word = useServerWord();
  const { country } = usePlaces();
  const partName = usePartNames();
  const namelessCalled = useNameless();
  const called = useProductCalled();
  const titleIn = useTitleIn();
  return (entry) => {
    const { target_type: type, target_id } = entry;
    const label = entry.target_label === null ? null : titleIn(entry.target_label, entry.target_label_i18n);
    const id = target_id ?? '';
    if (type === 'job' || type === 'surface') return word(wordTables[type], id);
    const name = label ?? namelessCalled(entry);
    if (type === 'role') return word('role', label ?? id, name);
    if (entry.target_bought) return called(name, entry.target_bought);
    if (isSingle(type)) return word('target', type);
    if (isMarket(type, label)) return country(name);
    return partName(entry, name) ?? name;
  };
}

import { fieldsOf } from '../../ui/diff.tsx';
import { shortId } from '../../ui/short-id.ts';
import { useServerWord } from '../../words/server.ts';
import type { AuditEntry } from './queries.ts';

/** The fields in which an entry itself names what it is about. */
const naming = ['title', 'name', 'email', 'sourceFileName', 'source_file_name', 'slug'];

function ownName({ before, after }: AuditEntry): string | undefined {
  const fields = { ...fieldsOf(before), ...fieldsOf(after) };
  return naming.flatMap((field) => {
    const value = fields[field];
    return typeof value === 'string' && value !== '' ? [value] : [];
  })[0];
}

/** What an entry is about, by name as far as this admin may see it; else the end of its id. */
export function useTargetNames(): (entry: AuditEntry) => string {
  const word = useServerWord();
  return (entry) => {
    const { target_type: type, target_id: id, target_label: label } = entry;
    if (type === 'job') return word('job', id ?? '');
    if (type === 'role') return word('role', label ?? id ?? '', label ?? ownName(entry) ?? shortId(id ?? ''));
    return label ?? ownName(entry) ?? shortId(id ?? '');
  };
}

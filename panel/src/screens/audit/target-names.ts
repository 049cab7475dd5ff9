import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../app/session.ts';
import { fieldsOf } from '../../ui/diff.tsx';
import { shortId } from '../../ui/short-id.ts';
import { useServerWord } from '../../words/server.ts';
import { seriesListQuery } from '../catalog/queries.ts';
import { type AuditEntry, namesQuery } from './queries.ts';

/** The fields in which an entry itself names what it is about. */
const naming = ['title', 'email', 'name', 'sourceFileName', 'source_file_name', 'slug'];

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
  const { may } = useSession();
  const { data: admins = [] } = useQuery({ ...namesQuery, enabled: may('*') });
  const { data: series } = useQuery({ ...seriesListQuery({ limit: 200 }), enabled: may('catalog:read') });
  const names = new Map(series?.items.map(({ id, title }) => [id, title]));
  for (const { id, email } of admins) names.set(id, email);
  return (entry) => {
    const { target_type: type, target_id: id } = entry;
    if (type === 'job') return word('job', id ?? '');
    if (type === 'role') return ownName(entry) ?? word('role', id ?? '', shortId(id ?? ''));
    return names.get(id ?? '') ?? ownName(entry) ?? shortId(id ?? '');
  };
}

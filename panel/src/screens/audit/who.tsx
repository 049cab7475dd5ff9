import { useWords } from '../../words/define.ts';
import classes from './audit.module.css';
import type { AuditEntry } from './queries.ts';
import { auditWords } from './words.ts';

/** Who did it: a person by their name, with the email on hover, or the jobs. */
export function Who({ entry }: { entry: AuditEntry }) {
  const t = useWords(auditWords);
  if (entry.admin_id === null && entry.admin_email === 'system')
    return <span className={classes.id}>{t('system')}</span>;
  return <bdi title={entry.admin_email}>{entry.admin_name ?? entry.admin_email}</bdi>;
}

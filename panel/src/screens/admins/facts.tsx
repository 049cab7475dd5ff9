import { useQuery } from '@tanstack/react-query';
import { ActionHistory } from '../../app/action-history.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './admins.module.css';
import { adminHistoryQuery } from './queries.ts';
import { adminWords } from './words.ts';

/** The permissions as sentences, by the part of the product they are about. */
export function PermissionSummary({ permissions }: { permissions: readonly string[] }) {
  const t = useWords(adminWords);
  const word = useServerWord();
  if (permissions.includes('*')) return <p className={classes.quiet}>{t('can.all')}</p>;
  if (permissions.length === 0) return <p className={classes.quiet}>{t('can.nothing')}</p>;
  const groups = new Map<string, string[]>();
  for (const permission of permissions) {
    const [group = permission] = permission.split(':');
    groups.set(group, [...(groups.get(group) ?? []), word('permission', permission)]);
  }
  return (
    <dl className={classes.can}>
      {[...groups].map(([group, sentences]) => (
        <div key={group} className={classes.group}>
          <dt>{word('permissionGroup', group)}</dt>
          {sentences.map((sentence) => (
            <dd key={sentence}>{sentence}</dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

export function AdminHistory({ id }: { id: string }) {
  const t = useWords(adminWords);
  const history = useQuery(adminHistoryQuery(id));
  const empty = <p className={classes.quiet}>{t('history.none')}</p>;
  return <ActionHistory query={history} lines={3} empty={empty} />;
}

import { useQuery } from '@tanstack/react-query';
import { ActionHistory } from '../../app/action-history.tsx';
import { Stack, Text } from '../../ui/box.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './admins.module.css';
import { adminHistoryQuery } from './queries.ts';
import { adminWords } from './words.ts';

/** The permissions as sentences, by the part of the product they are about. */
export function PermissionSummary({ permissions }: { permissions: readonly string[] }) {
  const t = useWords(adminWords);
  const word = useServerWord();
  if (permissions.includes('*'))
    return (
      <Text as="p" tone="muted">
        {t('can.all')}
      </Text>
    );
  if (permissions.length === 0)
    return (
      <Text as="p" tone="muted">
        {t('can.nothing')}
      </Text>
    );
  const groups = new Map<string, string[]>();
  for (const permission of permissions) {
    const [group = permission] = permission.split(':');
    groups.set(group, [...(groups.get(group) ?? []), word('permission', permission)]);
  }
  return (
    <Stack as="dl" gap="sm">
      {[...groups].map(([group, sentences]) => (
        <div key={group} className={classes.group}>
          <dt>{word('permissionGroup', group)}</dt>
          {sentences.map((sentence) => (
            <dd key={sentence}>{sentence}</dd>
          ))}
        </div>
      ))}
    </Stack>
  );
}

export function AdminHistory({ id }: { id: string }) {
  const t = useWords(adminWords);
  const history = useQuery(adminHistoryQuery(id));
  const empty = (
    <Text as="p" tone="muted">
      {t('history.none')}
    </Text>
  );
  return <ActionHistory query={history} lines={3} empty={empty} />;
}

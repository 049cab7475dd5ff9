import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { ActionHistory } from '../../app/action-history.tsx';
import { Inline, Stack, Text } from '../../ui/box.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { PersonAvatar } from '../../ui/person.tsx';
import { useWords } from '../../words/define.ts';
import { AdminStatus } from '../admins/public.ts';
import { adminsQuery } from '../admins/queries.ts';
import classes from './drawer.module.css';
import { drawerWords } from './drawer-words.ts';
import { roleHistoryQuery } from './queries.ts';
import type { Role } from './staged.ts';

const shownAtOnce = 20;

export function RoleHolders({ role }: { role: Role }) {
  const d = useWords(drawerWords);
  const holders = useQuery(adminsQuery({ role: role.name, limit: shownAtOnce }));
  return (
    <Loaded query={holders} lines={2}>
      {(data) => {
        const { items, nextCursor } = data;
        if (items.length === 0)
          return (
            <Text as="p" weight="normal" tone="muted">
              {d('who.none')}
            </Text>
          );
        return (
          <Stack as="ul" gap="sm">
            {items.map((admin) => (
              <Inline key={admin.id} as="li" gap="md">
                <PersonAvatar name={admin.name} size={28} />
                <Stack as="span" tight grows>
                  <Link to="/admins/$id" params={{ id: admin.id }} className={classes.link}>
                    <bdi>{admin.name}</bdi>
                  </Link>
                  <Text weight="normal" tone="muted">
                    <EmailText email={admin.email} />
                  </Text>
                </Stack>
                <AdminStatus admin={admin} />
              </Inline>
            ))}
            {nextCursor !== null && (
              <li>
                <Link to="/admins" search={{ role: role.name }} className={classes.link}>
                  {d('who.all')}
                </Link>
              </li>
            )}
          </Stack>
        );
      }}
    </Loaded>
  );
}

export function RoleHistory({ id }: { id: string }) {
  const d = useWords(drawerWords);
  const history = useQuery(roleHistoryQuery(id));
  const empty = (
    <Text as="p" weight="normal" tone="muted">
      {d('history.none')}
    </Text>
  );
  return <ActionHistory query={history} lines={3} empty={empty} />;
}

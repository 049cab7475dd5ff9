import { ActionIcon, Menu, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { Inline, Note, Text } from '../../ui/box.tsx';
import { IconLock, IconTrash, IconUsers } from '../../ui/icons.ts';
import type { ListToolsProps } from '../../ui/list/list-tools.ts';
import { useOpenedAtOnce } from '../../ui/opener.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useSave } from '../review/use-save.ts';
import { useSession } from '../session.ts';
import { plainSearch } from './browser-views.ts';
import { hrefOfView, type View, viewsQuery } from './queries.ts';
import { SaveView } from './save-view.tsx';
import classes from './views.module.css';
import { ViewsButton } from './views-button.tsx';
import { viewWords } from './words.ts';

/** The saved views of a list, one's own and those shared with one's role, and a form that saves another. */
export function ViewsMenu({ name: list, search }: ListToolsProps) {
  const t = useWords(viewWords);
  const router = useRouter();
  const { me } = useSession();
  const { data, isError } = useQuery(viewsQuery);
  const { button, opened, setOpened } = useOpenedAtOnce();
  const views = data?.filter((view) => view.list === list);
  const show = (view: View) => void router.navigate({ href: hrefOfView(view, router.state.location.pathname) });
  const own = views?.filter(({ owner }) => owner.id === me.id) ?? [];
  const others = views?.filter(({ owner }) => owner.id !== me.id) ?? [];
  return (
    <Menu opened={opened} onChange={setOpened} width={320} trapFocus={false}>
      <Menu.Target>
        <ViewsButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {!views && !isError && <Skeleton height={16} m="sm" />}
        {isError && <Note>{t('unknown')}</Note>}
        {views?.length === 0 && <Note>{t('none')}</Note>}
        {own.length > 0 && <Menu.Label>{t('yours')}</Menu.Label>}
        {own.map((view) => (
          <ViewRow key={view.id} view={view} isOwn onShow={() => show(view)} />
        ))}
        {others.length > 0 && <Menu.Label>{t('shared')}</Menu.Label>}
        {others.map((view) => (
          <ViewRow key={view.id} view={view} isOwn={false} onShow={() => show(view)} />
        ))}
        <Menu.Divider />
        <SaveView list={list} search={plainSearch(search)} own={own} onSaved={() => setOpened(false)} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface ViewRowProps {
  view: View;
  isOwn: boolean;
  onShow: () => void;
}

const path = '/v1/admin/saved-views';
const onePath = '/v1/admin/saved-views/{id}';

function ViewRow({ view, isOwn, onShow }: ViewRowProps) {
  const t = useWords(viewWords);
  const word = useServerWord();
  const { me } = useSession();
  const { save } = useSave();
  const { id, list, name, search, role, owner, allowed } = view;
  const own = word('role', me.role, me.role);
  const roleName = role && word('role', role.name, role.name);
  const shareLabel = t(role ? 'unshare' : 'share', { name, role: own });
  const give = (to: string | null) => change('PUT', onePath, { path: { id }, body: { role: to } });
  const share = () =>
    void save({
      title: shareLabel,
      name,
      change: give(role ? null : me.role),
      undo: () => give(role?.name ?? null),
    });
  const remove = () =>
    void save({
      title: t('remove', { name }),
      name,
      change: change('DELETE', onePath, { path: { id } }),
      ...(isOwn && {
        undo: () => change('POST', path, { body: { list, name, search, role: role?.name ?? null } }),
      }),
    });
  return (
    <Inline gap="2xs">
      <Menu.Item onClick={onShow}>
        <bdi>{name}</bdi>
        {roleName !== null && (
          <Text as="div" size="sm" tone="muted">
            {isOwn ? t('sharedWith', { role: roleName }) : t('by', { name: owner.name, role: roleName })}
          </Text>
        )}
      </Menu.Item>
      {isOwn && allowed.includes('update') && (
        <ActionIcon aria-label={shareLabel} onClick={share}>
          {role ? <IconLock size={14} stroke={1.75} /> : <IconUsers size={14} stroke={1.75} />}
        </ActionIcon>
      )}
      {allowed.includes('delete') && (
        <ActionIcon aria-label={t('remove', { name })} onClick={remove}>
          <IconTrash size={14} stroke={1.75} />
        </ActionIcon>
      )}
    </Inline>
  );
}

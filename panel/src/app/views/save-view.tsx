import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { change } from '../../api/change.ts';
import type { Tagged } from '../../api/client.ts';
import { allQuery } from '../../api/query.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useSave } from '../review/use-save.ts';
import { hasPermission } from '../screen.ts';
import { useOpenScreens, useSession } from '../session.ts';
import { placeOf, type View } from './queries.ts';
import classes from './views.module.css';
import { viewWords } from './words.ts';

interface SaveViewProps {
  list: View['list'];
  search: View['search'];
  own: readonly View[];
  onSaved: () => void;
}

/** Keys in a field are those of the field, not of the menu around it. */
const keepKeys = (event: KeyboardEvent) => event.key !== 'Escape' && event.stopPropagation();

/** Saves the filters under a name; a view of that name is replaced. */
export function SaveView({ list, search, own, onSaved }: SaveViewProps) {
  const t = useWords(viewWords);
  const word = useServerWord();
  const roles = useRoles(list);
  const { save, isSaving } = useSave();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const name = typed.trim();
  const replaced = own.find((view) => view.name === name);
  const role = chosen ?? replaced?.role?.name ?? '';
  const submit = async () => {
    if (!name) return;
    const body = { name, search, role: role || null };
    const saved = await save({
      title: t('saved', { name }),
      name,
      ...(replaced ? replacing(replaced, body) : creating(list, body)),
    });
    if (!saved) return;
    setTyped('');
    setChosen(null);
    onSaved();
  };
  return (
    <form
      className={classes.save}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        aria-label={t('name')}
        placeholder={t('name')}
        maxLength={60}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={keepKeys}
      />
      <NativeSelect
        aria-label={t('audience')}
        value={role}
        onChange={(event) => setChosen(event.currentTarget.value)}
        onKeyDown={keepKeys}
        data={[
          { value: '', label: t('onlyYou') },
          ...roles.map((one) => ({ value: one, label: t('everyone', { role: word('role', one, one) }) })),
        ]}
      />
      <Button type="submit" variant="light" loading={isSaving} disabled={!name}>
        {t('save')}
      </Button>
    </form>
  );
}

type Fields = Pick<View, 'name' | 'search'> & { readonly role: string | null };

const onePath = '/v1/admin/saved-views/{id}';

const idOf = (reply: unknown): string =>
  typeof reply === 'object' && reply !== null && 'id' in reply ? String(reply.id) : '';

const creating = (list: View['list'], body: Fields) => ({
  change: change('POST', '/v1/admin/saved-views', { body: { list, ...body } }),
  undo: ({ data }: Tagged<unknown>) => change('DELETE', onePath, { path: { id: idOf(data) } }),
});

const replacing = ({ id, search, role }: View, body: Fields) => ({
  change: change('PUT', onePath, { path: { id }, body }),
  undo: () => change('PUT', onePath, { path: { id }, body: { search, role: role?.name ?? null } }),
});

/** One’s own role, and for superadmins every other that can open the list. */
function useRoles(list: View['list']): readonly string[] {
  const { me, can } = useSession();
  const screens = useOpenScreens();
  const { data } = useQuery({ ...allQuery('/v1/admin/roles', {}), enabled: can('*') });
  const place = placeOf[list]?.replace(/\?.*/, '') ?? '/reconciliation';
  const permission = screens.find(({ route }) => route.fullPath === place)?.permission ?? null;
  const others = data?.filter(({ name, permissions }) => name !== me.role && hasPermission(permissions, permission));
  return [me.role, ...(others ?? []).map(({ name }) => name)];
}

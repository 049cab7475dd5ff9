import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../words/define.ts';
import { Inline } from '../box.tsx';
import { IconTrash } from '../icons.ts';
import { useOpenedAtOnce } from '../opener.tsx';
import { uiWords } from '../words.ts';
import classes from './list.module.css';
import { ViewsButton } from './views-button.tsx';

interface ViewsMenuProps {
  names: readonly string[];
  onShow: (name: string) => void;
  onSave: (name: string) => void;
  onRemove: (name: string) => void;
}

/** The saved views, and a field for the name of another. */
export function ViewsMenu({ names, onShow, onSave, onRemove }: ViewsMenuProps) {
  const t = useWords(uiWords);
  const [typed, setTyped] = useState('');
  const { button, opened, setOpened } = useOpenedAtOnce();
  const save = () => {
    const name = typed.trim();
    if (!name) return;
    onSave(name);
    setTyped('');
    setOpened(false);
  };
  return (
    <Menu opened={opened} onChange={setOpened} width={260} trapFocus={false}>
      <Menu.Target>
        <ViewsButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {names.length === 0 && <p className={classes.none}>{t('views.none')}</p>}
        {names.map((name) => (
          <Inline key={name} gap="2xs">
            <Menu.Item onClick={() => onShow(name)}>{name}</Menu.Item>
            <ActionIcon aria-label={t('views.remove', { name })} onClick={() => onRemove(name)}>
              <IconTrash size={14} stroke={1.75} />
            </ActionIcon>
          </Inline>
        ))}
        <Menu.Divider />
        <form
          className={classes.save}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <TextInput
            aria-label={t('views.name')}
            placeholder={t('views.name')}
            maxLength={60}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
          />
          <Button type="submit" variant="light" disabled={!typed.trim()}>
            {t('views.save')}
          </Button>
        </form>
      </Menu.Dropdown>
    </Menu>
  );
}

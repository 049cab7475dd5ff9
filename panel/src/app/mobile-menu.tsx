import { Drawer } from '@mantine/core';
import { KeyLayer } from '../ui/key-layer.tsx';
import { useWords } from '../words/define.ts';
import type { CommandsState } from './command-keys.ts';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { shellWords } from './words.ts';

interface MobileMenuProps {
  opened: boolean;
  onClose: () => void;
  commands: CommandsState;
}

/** The sidebar as a drawer, where there is no room for it beside the screen. */
export function MobileMenu({ opened, onClose, commands }: MobileMenuProps) {
  const t = useWords(shellWords);
  return (
    <KeyLayer kind="drawer" shown={opened} onEscape={onClose}>
      <Drawer.Root closeOnEscape={false} opened={opened} onClose={onClose} position="left" size={264} padding={0}>
        <Drawer.Overlay />
        <Drawer.Content aria-label={t('navigation')}>
          <div className={classes.drawer}>
            <Sidebar onSearch={commands.openPalette} onHelp={commands.openHelp} />
          </div>
        </Drawer.Content>
      </Drawer.Root>
    </KeyLayer>
  );
}

import { Button, Group } from '@mantine/core';
import { useWords } from '../words/define.ts';
import { DialogFrame } from './review/frame.tsx';
import { shellWords } from './words.ts';

interface SignOutDialogProps {
  onClose: () => void;
  onSignOut: () => void;
}

export function SignOutDialog({ onClose, onSignOut }: SignOutDialogProps) {
  const t = useWords(shellWords);
  return (
    <DialogFrame title={t('account.unsaved.title')} opened onClose={onClose} size={440}>
      <p>{t('account.unsaved.text')}</p>
      <Group justify="flex-end" gap="xs">
        <Button data-autofocus variant="default" onClick={onClose}>
          {t('account.unsaved.stay')}
        </Button>
        <Button color="red" onClick={onSignOut}>
          {t('account.signOut')}
        </Button>
      </Group>
    </DialogFrame>
  );
}

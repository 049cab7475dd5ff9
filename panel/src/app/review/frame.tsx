import { Modal } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { flushKeystrokes } from '../../ui/buffered-keys.ts';
import { KeyLayer } from '../../ui/key-layer.tsx';
import { useWords } from '../../words/define.ts';
import { reviewWords } from './words.ts';

interface DialogFrameProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** While something is on its way it cannot be closed. */
  isBusy?: boolean;
  size: number;
  children: ReactNode;
}

/** What surrounds a sheet, be it about one change or about many. */
export function DialogFrame({ title, opened, onClose, isBusy = false, size, children }: DialogFrameProps) {
  const t = useWords(reviewWords);
  return (
    <KeyLayer kind="dialog" shown={opened} onEscape={onClose}>
      <Modal.Root closeOnEscape={false} opened={opened} onClose={onClose} size={size} centered>
        <Modal.Overlay />
        <Modal.Content>
          <Modal.Header>
            <Modal.Title>{title}</Modal.Title>
            <Modal.CloseButton aria-label={t('close')} disabled={isBusy} />
          </Modal.Header>
          <Modal.Body>
            {children}
            <StopBuffering />
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </KeyLayer>
  );
}

/** Drops what was typed while the dialog was loading, where no field has taken it: its effect runs after theirs. */
function StopBuffering() {
  useEffect(() => void flushKeystrokes(), []);
  return null;
}

import { Popover } from '@mantine/core';
import { useEffect } from 'react';
import { KeyLayer } from '../key-layer.tsx';
import { useOpenedAtOnce } from '../opener.tsx';
import { Calendar } from './calendar.tsx';
import { CalendarIcon } from './calendar-icon.tsx';
import classes from './date-field.module.css';

export interface CalendarPopoverProps {
  /** What the date field is called. */
  field: string | undefined;
  day: string;
  onChoose: (day: string) => void;
}

export function CalendarPopover({ field, day, onChoose }: CalendarPopoverProps) {
  const { button, opened, setOpened } = useOpenedAtOnce();
  const close = () => setOpened(false);
  useEffect(() => {
    if (!opened) return undefined;
    // The palette opens over all that is open; this gives way to it.
    const giveWay = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || (event.key.toLowerCase() !== 'k' && event.code !== 'KeyK')) return;
      setOpened(false);
      button.current?.focus();
    };
    window.addEventListener('keydown', giveWay, true);
    return () => window.removeEventListener('keydown', giveWay, true);
  }, [opened, setOpened, button]);
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      closeOnEscape={false}
      hideDetached={false}
      trapFocus
      returnFocus
      shadow="md"
      withinPortal
    >
      <Popover.Target>
        <CalendarIcon field={field} ref={button} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown ?? ''}>
        <KeyLayer kind="dialog" shown={opened} onEscape={close}>
          <Calendar
            day={day}
            onChoose={(chosen) => {
              onChoose(chosen);
              close();
            }}
          />
        </KeyLayer>
      </Popover.Dropdown>
    </Popover>
  );
}

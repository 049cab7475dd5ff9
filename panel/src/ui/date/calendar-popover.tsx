import { Popover } from '@mantine/core';
import { Suspense } from 'react';
import { KeyLayer } from '../key-layer.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { useOpenedAtOnce } from '../opener.tsx';
import { CalendarIcon } from './calendar-icon.tsx';
import classes from './date-field.module.css';

const Calendar = lazyPart(() => import('./calendar.tsx').then((part) => part.Calendar));

export interface CalendarPopoverProps {
  day: string;
  onChoose: (day: string) => void;
}

export function CalendarPopover({ day, onChoose }: CalendarPopoverProps) {
  const { button, opened, setOpened } = useOpenedAtOnce();
  const close = () => setOpened(false);
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
        <CalendarIcon ref={button} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown ?? ''}>
        <KeyLayer kind="dialog" shown={opened} onEscape={close}>
          <Suspense fallback={<div className={classes.loading} />}>
            <Calendar
              day={day}
              onChoose={(chosen) => {
                onChoose(chosen);
                close();
              }}
            />
          </Suspense>
        </KeyLayer>
      </Popover.Dropdown>
    </Popover>
  );
}

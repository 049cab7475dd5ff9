import { Button, getDefaultZIndex } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { directionOf, useLanguage } from '../words/define.ts';
import { Inline } from './box.tsx';
import { IconAlertTriangle, IconCircleCheck, IconClock } from './icons.ts';
import { useKeys } from './keys.ts';
import classes from './toast.module.css';

export interface Toast {
  readonly tone: 'positive' | 'warning' | 'danger';
  readonly title: string;
  readonly text?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** The action takes back what was done, and has the key for that. */
  readonly isUndo?: boolean;
  /** The things whose newest edition it takes back: a later message about one of them closes this one. */
  readonly undoOf?: readonly string[];
}

const icons = { positive: IconCircleCheck, warning: IconClock, danger: IconAlertTriangle };
/** Long enough to read a line and to reach the button; a pointer or the focus upon it stops the time. */
const shownMs = { plain: 5_000, withAction: 10_000 };

interface Undoable {
  readonly run: () => void;
  readonly of: readonly string[];
}

const undoable = new Map<string, Undoable>();
let count = 0;

/** Puts a message into the region. */
export function showToast({ tone, title, text, action, isUndo = false, undoOf = [] }: Toast, closeLabel: string): void {
  count += 1;
  const id = `toast-${count}`;
  const ToastIcon = icons[tone];
  const run = () => {
    notifications.hide(id);
    action?.run();
  };
  for (const [earlier, { of }] of [...undoable]) {
    if (of.some((thing) => undoOf.includes(thing))) notifications.hide(earlier);
  }
  if (isUndo) undoable.set(id, { run, of: undoOf });
  notifications.show({
    id,
    title,
    'data-tone': tone,
    // The region around it is what is read out.
    role: 'group',
    'aria-label': title,
    icon: <ToastIcon size={18} stroke={1.75} aria-hidden />,
    classNames: { root: classes.toast ?? '', icon: classes.icon ?? '' },
    autoClose: action ? shownMs.withAction : shownMs.plain,
    closeButtonProps: { 'aria-label': closeLabel },
    onClose: () => undoable.delete(id),
    message: (
      <Inline className={classes.line} justify="between" gap="md">
        <bdi className={classes.text}>{text}</bdi>
        {action && (
          <Button size="compact-sm" h={28} variant="default" onClick={run}>
            {action.label}
          </Button>
        )}
      </Inline>
    ),
  });
}

/** Above dialogs and drawers, and below what was opened on top of them, such as a menu. */
const overDialogs = (Number(getDefaultZIndex('modal')) + Number(getDefaultZIndex('popover'))) / 2;

/** At the foot, on the side where lines end, above a bar that waits there. They end with the page that they belong to. */
export function ToastRegion() {
  const isRightToLeft = directionOf(useLanguage()) === 'rtl';
  useKeys({ 'mod+z': () => [...undoable.values()].at(-1)?.run() }, { reach: 'panel' });
  useEffect(
    () => () => {
      undoable.clear();
      notifications.clean();
    },
    [],
  );
  return (
    <Notifications
      position={isRightToLeft ? 'bottom-left' : 'bottom-right'}
      classNames={{ root: classes.place ?? '' }}
      containerWidth={400}
      zIndex={overDialogs}
      aria-live="polite"
      limit={3}
    />
  );
}

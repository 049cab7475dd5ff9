import { ActionIcon, VisuallyHidden } from '@mantine/core';
import {
  type DragEvent,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useWords } from '../../words/define.ts';
import { Inline, Text } from '../box.tsx';
import { useFormat } from '../format.ts';
import { IconChevronDown, IconChevronUp, IconGripVertical } from '../icons.ts';
import classes from './order-list.module.css';
import { orderWords } from './words.ts';

export interface OrderRow {
  readonly key: string;
  readonly name: string;
  readonly content: ReactNode;
  /** Buttons at its end, besides those that move it. */
  readonly actions?: ReactNode;
  /** Stands above it, such as a line up to which something counts. */
  readonly above?: ReactNode;
  /** How it is marked. */
  readonly mark?: 'added' | 'dimmed' | 'named' | undefined;
}

interface OrderListProps {
  label: string;
  rows: readonly OrderRow[];
  /** Undefined where it can only be looked at. */
  onMove: ((from: number, to: number) => void) | undefined;
}

/** What is in a list, in an order that is made by dragging, with buttons or with Alt and an arrow. */
export function OrderList({ label, rows, onMove }: OrderListProps) {
  const t = useWords(orderWords);
  const help = useId();
  const moves = useMoves(rows, onMove);
  const drag = useDrag(rows, moves.move);
  return (
    <div>
      {onMove && (
        <VisuallyHidden id={help} component="p">
          {t('keys')}
        </VisuallyHidden>
      )}
      <ol
        ref={moves.list}
        className={classes.list}
        aria-label={label}
        {...(onMove && { 'aria-describedby': help, ...drag.listProps })}
      >
        {rows.map((row, place) => (
          <Fragment key={row.key}>
            {row.above && (
              <Inline as="li" className={classes.above} size="sm" tone="warning">
                {row.above}
              </Inline>
            )}
            <li
              className={classes.row}
              data-key={row.key}
              data-mark={row.mark}
              {...(onMove && { onKeyDown: moves.onKeyDown(place), ...drag.rowProps(place) })}
            >
              {onMove && (
                <span className={classes.grip} title={t('drag', { name: row.name })} {...drag.handleProps(place)}>
                  <IconGripVertical size={16} stroke={1.75} aria-hidden />
                </span>
              )}
              <Place at={place} />
              <Text as="div" grows>
                {row.content}
              </Text>
              <Inline className={classes.actions} gap="3xs">
                {row.actions}
                {onMove && <MoveButtons name={row.name} place={place} count={rows.length} onMove={moves.move} />}
              </Inline>
            </li>
          </Fragment>
        ))}
      </ol>
      <VisuallyHidden role="status">{moves.said}</VisuallyHidden>
    </div>
  );
}

function Place({ at }: { at: number }) {
  const format = useFormat();
  return (
    <Text className={classes.place} size="sm" tone="muted" tabular aria-hidden>
      {format.number(at + 1)}
    </Text>
  );
}

interface MoveButtonsProps {
  name: string;
  place: number;
  count: number;
  onMove: (from: number, to: number) => void;
}

/** They stay focusable at the ends: the focus would be lost where a button that was just pressed is disabled. */
function MoveButtons({ name, place, count, onMove }: MoveButtonsProps) {
  const t = useWords(orderWords);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        data-control="up"
        aria-label={t('up', { name })}
        aria-disabled={place === 0 || undefined}
        onClick={() => onMove(place, place - 1)}
      >
        <IconChevronUp size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        data-control="down"
        aria-label={t('down', { name })}
        aria-disabled={place === count - 1 || undefined}
        onClick={() => onMove(place, place + 1)}
      >
        <IconChevronDown size={16} />
      </ActionIcon>
    </>
  );
}

/** Where a key moves an entry to. */
function targetOf({ key, altKey }: KeyboardEvent, place: number, count: number): number | undefined {
  if (!altKey) return undefined;
  return { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: count - 1 }[key];
}

/** Moves an entry, says where it is then, and keeps the focus on what had it: a browser drops it with the row. */
function useMoves(rows: readonly OrderRow[], onMove: OrderListProps['onMove']) {
  const t = useWords(orderWords);
  const format = useFormat();
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<HTMLElement | null>(null);
  const [said, setSaid] = useState('');
  useLayoutEffect(() => {
    focused.current?.focus();
    focused.current = null;
  });
  const move = (from: number, to: number) => {
    const row = rows[from];
    if (!onMove || !row || to < 0 || to >= rows.length || to === from) return;
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && list.current?.contains(activeElement)) focused.current = activeElement;
    setSaid(t('moved', { name: row.name, place: format.number(to + 1), count: format.number(rows.length) }));
    onMove(from, to);
  };
  const onKeyDown = (place: number) => (event: KeyboardEvent) => {
    const to = targetOf(event, place, rows.length);
    if (to === undefined) return;
    event.preventDefault();
    move(place, to);
  };
  return { list, said, move, onKeyDown };
}

/** How many rows stand above a height: also between two of them, and on a line above one. */
function gapAt({ currentTarget, clientY }: DragEvent): number {
  const rows = [...currentTarget.querySelectorAll(':scope > li[data-key]')];
  return rows.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return clientY > top + height / 2;
  }).length;
}

function useDrag(rows: readonly OrderRow[], move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [gap, setGap] = useState<number | null>(null);
  const from = rows.findIndex(({ key }) => key === dragged);
  // Taken out of its place, those after it come one up.
  const placeFor = (at: number) => (at > from ? at - 1 : at);
  const end = () => {
    setDragged(null);
    setGap(null);
  };
  const sideOf = (place: number) => {
    if (gap === null || placeFor(gap) === from) return undefined;
    if (gap === place) return 'before';
    return gap === rows.length && place === gap - 1 ? 'after' : undefined;
  };
  return {
    listProps: {
      onDragOver: (event: DragEvent) => {
        if (from < 0) return;
        event.preventDefault();
        setGap(gapAt(event));
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setGap(null);
      },
      onDrop: (event: DragEvent) => {
        if (from < 0) return;
        event.preventDefault();
        end();
        move(from, placeFor(gapAt(event)));
      },
    },
    rowProps: (place: number) => ({
      'data-dragged': (from >= 0 && from === place) || undefined,
      'data-over': sideOf(place),
    }),
    handleProps: (place: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        const { key, name } = rows[place] ?? {};
        event.dataTransfer.setData('text/plain', name ?? '');
        const row = event.currentTarget.closest('li');
        if (row && event.dataTransfer.setDragImage) {
          const { left, top } = row.getBoundingClientRect();
          event.dataTransfer.setDragImage(row, event.clientX - left, event.clientY - top);
        }
        setDragged(key ?? null);
      },
      onDragEnd: end,
    }),
  };
}

import { Button, Kbd, Modal } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Inline, Text } from './box.tsx';
import { flushKeystrokes } from './buffered-keys.ts';
import { type Icon, IconSearch } from './icons.ts';
import { KeyLayer } from './key-layer.tsx';
import classes from './palette.module.css';

export interface PaletteItem {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly hint?: string;
  readonly icon?: Icon;
  readonly keys?: string;
  /** Other words for it, by which it is found too. */
  readonly also?: string;
  /** Found for what is typed by whoever knows more than its label; it is shown as it is. */
  readonly isFound?: boolean;
  /** Choosing it asks for more, in the same box. */
  readonly staysOpen?: boolean;
  readonly run: () => void;
}

interface PaletteProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  placeholder: string;
  /** What the box is asked for; where it changes, typing begins anew. */
  mode: string;
  emptyText: string;
  items: readonly PaletteItem[];
  /** Told what is typed, so that more can be looked up. */
  onQuery: (query: string) => void;
  busyText?: string | undefined;
  /** The lookup failed: what is shown may not be all that there is. */
  failure?: { readonly text: string; readonly retryLabel: string; readonly onRetry: () => void } | undefined;
}

const ranks = { byName: 0, byOtherWords: 1 } as const;

/** How an item fits what is typed: by what is shown of it, or also by other words that begin so; undefined if it does not. */
function rankOf({ label, hint = '', group, also = '', isFound }: PaletteItem, typed: string): number | undefined {
  if (isFound) return ranks.byName;
  const shown = `${label} ${hint} ${group}`.toLowerCase();
  const others = also.split(' ');
  const parts = typed.toLowerCase().split(/\s+/);
  if (parts.every((part) => shown.includes(part))) return ranks.byName;
  const isOther = (part: string) => shown.includes(part) || others.some((word) => word.startsWith(part));
  return parts.every(isOther) ? ranks.byOtherWords : undefined;
}

/** Those that fit. Whose own name does comes first within its group, and its group before those where only other words do. */
function fitting(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const fits = items.flatMap((item) => {
    const rank = rankOf(item, typed);
    return rank === undefined ? [] : [{ item, rank }];
  });
  const byRank = fits.toSorted((one, other) => one.rank - other.rank);
  const groups = new Set(byRank.map(({ item }) => item.group));
  // Those that fit by name stand in the order of the items, so their groups do too.
  return [...groups].flatMap((group) => byRank.filter(({ item }) => item.group === group).map(({ item }) => item));
}

/** A box that finds and does: type, move with the arrows, Enter. */
export function Palette(props: PaletteProps) {
  const { opened, onClose, title } = props;
  return (
    <KeyLayer kind="dialog" shown={opened} onEscape={onClose}>
      <Modal.Root
        closeOnEscape={false}
        opened={opened}
        onClose={onClose}
        size={600}
        padding={0}
        yOffset="12vh"
        transitionProps={{ transition: 'fade', duration: 80 }}
      >
        <Modal.Overlay />
        <Modal.Content aria-label={title}>
          <Modal.Body>
            <PaletteBody key={props.mode} {...props} />
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </KeyLayer>
  );
}

function PaletteBody({ onClose, title, placeholder, emptyText, items, onQuery, ...state }: PaletteProps) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState<string>();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const type = (typed: string) => {
    setQuery(typed);
    setActive(undefined);
    onQuery(typed.trim());
  };
  const typeHeld = useRef(() => {
    field.current?.focus();
    // In one go: a key that came after they are taken and before they are shown would stand in their place.
    queueMicrotask(() => flushSync(() => type(flushKeystrokes())));
  });
  useEffect(() => typeHeld.current(), []);
  const found = useMemo(() => fitting(items, query.trim()), [items, query]);
  // What stands out stays so while it is found: whoever presses Enter means what they saw.
  if (found[0] && !found.some(({ id }) => id === active)) setActive(found[0].id);
  const index = Math.max(
    0,
    found.findIndex(({ id }) => id === active),
  );
  const optionId = (item: PaletteItem | undefined) => (item ? `${listId}-${item.id}` : undefined);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  const choose = (item: PaletteItem | undefined) => {
    if (!item) return;
    if (!item.staysOpen) onClose();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = moves[event.key];
    if (step) setActive(found[(index + step + found.length) % Math.max(found.length, 1)]?.id);
    else if (event.key === 'Enter') choose(found[index]);
    else return;
    event.preventDefault();
  };

  return (
    <div className={classes.palette}>
      <Inline className={classes.field} gap="md" tone="muted">
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <input
          ref={field}
          data-autofocus
          className={classes.input}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={optionId(found[index])}
          aria-label={title}
          placeholder={placeholder}
          value={query}
          onChange={({ currentTarget: { value } }) => type(value)}
          onKeyDown={onKeyDown}
        />
        <Kbd size="xs">Esc</Kbd>
      </Inline>
      <div id={listId} ref={list} role="listbox" aria-label={title} className={classes.list}>
        {found.map((item, position) => (
          <Option
            key={item.id}
            id={optionId(item)}
            item={item}
            heading={item.group !== found[position - 1]?.group}
            selected={position === index}
            onHover={() => setActive(item.id)}
            onChoose={() => choose(item)}
          />
        ))}
      </div>
      <Missing isEmpty={found.length === 0} emptyText={emptyText} {...state} />
    </div>
  );
}

interface MissingProps extends Pick<PaletteProps, 'emptyText' | 'busyText' | 'failure'> {
  isEmpty: boolean;
}

/** Why there is nothing, or less than there may be. */
function Missing({ isEmpty, emptyText, busyText, failure }: MissingProps) {
  if (failure && busyText === undefined) {
    return (
      <p className={classes.empty} role="alert">
        {failure.text}{' '}
        <Button size="compact-xs" variant="default" onClick={failure.onRetry}>
          {failure.retryLabel}
        </Button>
      </p>
    );
  }
  return isEmpty && <p className={classes.empty}>{busyText ?? emptyText}</p>;
}

interface OptionProps {
  id: string | undefined;
  item: PaletteItem;
  heading: boolean;
  selected: boolean;
  onHover: () => void;
  onChoose: () => void;
}

function Option({ id, item, heading, selected, onHover, onChoose }: OptionProps) {
  const ItemIcon = item.icon;
  return (
    <>
      {heading && (
        <div className={classes.group} role="presentation">
          {item.group}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option */}
      <div
        id={id}
        role="option"
        aria-selected={selected}
        className={classes.item}
        onMouseMove={onHover}
        onClick={onChoose}
      >
        {ItemIcon && <ItemIcon size={16} stroke={1.75} aria-hidden />}
        <Text weight="medium">{item.label}</Text>
        {item.hint && (
          <Text tone="muted" cut grows>
            {item.hint}
          </Text>
        )}
        {item.keys && <Kbd size="xs">{item.keys}</Kbd>}
      </div>
    </>
  );
}

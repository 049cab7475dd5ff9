import { ActionIcon, Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ownAddress } from '../../api/own-address.ts';
import { ObjectLink } from '../../app/object-link.tsx';
import { Picture } from '../../app/pictures.tsx';
import { Inline, Stack, Text } from '../../ui/box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { IconPlayerPause, IconPlayerPlay, IconPlus, IconTrash } from '../../ui/icons.ts';
import { moveTo } from '../../ui/order/order.ts';
import { OrderList } from '../../ui/order/order-list.tsx';
import type { StagedList } from '../../ui/order/use-staged-list.ts';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './curation.module.css';
import { useCollectionTitle } from './names.ts';
import type { Surface } from './queries.ts';
import { type BoardRail, countShown, cutAt } from './staged-surface.ts';
import { railWords } from './words.ts';

interface SurfaceColumnProps {
  surface: Surface;
  staged: StagedList<BoardRail>;
  isLocked: boolean;
  /** The rail that the address names. */
  pointedOut: string | undefined;
  onAdd: () => void;
}

/** The rails of a surface as a phone shows them, one under the other. */
export function SurfaceColumn({ surface, staged, isLocked, pointedOut, onAdd }: SurfaceColumnProps) {
  const t = useWords(railWords);
  const format = useFormat();
  const word = useServerWord();
  const titleOf = useCollectionTitle();
  const column = useRef<HTMLDivElement>(null);
  const { entries, set } = staged;
  const { shownAtMost } = surface;
  const cut = cutAt(entries, shownAtMost);
  const shown = format.number(countShown(entries, shownAtMost));
  useEffect(() => {
    if (pointedOut)
      column.current?.querySelector(`[data-key="${CSS.escape(pointedOut)}"]`)?.scrollIntoView?.({ block: 'center' });
  }, [pointedOut]);
  const replace = (rail: BoardRail) => set(entries.map((entry) => (entry.key === rail.key ? rail : entry)));
  return (
    <div ref={column} className={classes.phone}>
      <Inline as="header" className={classes.phoneHead} align="baseline" justify="between" wraps gap="md" rowGap="2xs">
        <h2>{word('curation', surface.surface)}</h2>
        <span className={classes.quiet}>
          {shownAtMost === null ? t('shown', { shown }) : t('shownOf', { shown, most: format.number(shownAtMost) })}
        </span>
      </Inline>
      {entries.length === 0 ? (
        <EmptyState title={t('empty.title')} text={t('empty.text')} />
      ) : (
        <OrderList
          label={t('railsOf', { surface: word('curation', surface.surface) })}
          onMove={isLocked ? undefined : (from, to) => set(moveTo(entries, from, to))}
          rows={entries.map((rail, place) => ({
            key: rail.key,
            name: titleOf(rail.collection),
            mark: markOf(rail, place, cut, pointedOut),
            above: place === cut && t('cut', { most: format.number(shownAtMost ?? 0) }),
            content: <RailCard rail={rail} />,
            actions: !isLocked && (
              <RailActions
                rail={rail}
                onChange={replace}
                onRemove={() => set(entries.filter(({ key }) => key !== rail.key))}
              />
            ),
          }))}
        />
      )}
      {!isLocked && (
        <Button variant="default" leftSection={<IconPlus size={14} />} onClick={onAdd}>
          {t('add')}
        </Button>
      )}
    </div>
  );
}

function markOf(rail: BoardRail, place: number, cut: number | undefined, pointedOut: string | undefined) {
  if (rail.key === pointedOut) return 'named';
  if (rail.isNew) return 'added';
  const isHidden = rail.status === 'paused' || rail.shownSeries === 0 || (cut !== undefined && place >= cut);
  return isHidden ? 'dimmed' : undefined;
}

/** What viewers find in a rail, and why they do not find it. */
function RailCard({ rail }: { rail: BoardRail }) {
  const t = useWords(railWords);
  const format = useFormat();
  const titleOf = useCollectionTitle();
  const { isNew, status, shownSeries, hiddenSeries, pictureUrls } = rail;
  const count = { count: shownSeries, amount: format.number(shownSeries) };
  return (
    <Stack gap="xs">
      <Inline wraps rowGap="2xs">
        <ObjectLink type="collection" id={rail.collectionId}>
          <Text as="bdi" weight="medium">
            {titleOf(rail.collection)}
          </Text>
        </ObjectLink>
        {isNew && <StatusPill tone="info">{t('new')}</StatusPill>}
        {status === 'paused' && <StatusPill tone="warning">{t('paused')}</StatusPill>}
        {!isNew && shownSeries === 0 && <StatusPill tone="danger">{t('emptyRail')}</StatusPill>}
        {hiddenSeries > 0 && (
          <StatusPill tone="warning">
            {t('hidden', { count: hiddenSeries, amount: format.number(hiddenSeries) })}
          </StatusPill>
        )}
      </Inline>
      <Inline className={classes.strip} wraps gap="2xs">
        {pictureUrls.map((url) => (
          <Picture key={url} src={ownAddress(url)} shape="poster" />
        ))}
        <span className={classes.quiet}>{t('series', count)}</span>
      </Inline>
    </Stack>
  );
}

interface RailActionsProps {
  rail: BoardRail;
  onChange: (rail: BoardRail) => void;
  onRemove: () => void;
}

function RailActions({ rail, onChange, onRemove }: RailActionsProps) {
  const t = useWords(railWords);
  const name = useCollectionTitle()(rail.collection);
  const isPaused = rail.status === 'paused';
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t(isPaused ? 'resume' : 'pause', { name })}
        onClick={() => onChange({ ...rail, status: isPaused ? 'active' : 'paused' })}
      >
        {isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" aria-label={t('remove', { name })} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </>
  );
}

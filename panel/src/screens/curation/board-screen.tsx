import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { Loaded } from '../../api/loaded.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { Stack } from '../../ui/box.tsx';
import { fieldsOf } from '../../ui/diff.tsx';
import { OrderConflict } from '../../ui/order/staged-diff.tsx';
import type { StagedList } from '../../ui/order/use-staged-list.ts';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './curation.module.css';
import { useCollectionTitle } from './names.ts';
import { type Surface, type SurfaceName, surfaceNames, surfaceQuery } from './queries.ts';
import { RailAdder } from './rail-adder.tsx';
import { StagedBar, useOnStale } from './staged-bar.tsx';
import { arrangementBefore, arrangementOf, type BoardRail, keyOf, useStagedSurface } from './staged-surface.ts';
import { SurfaceColumn } from './surface-column.tsx';
import { railWords } from './words.ts';

export function BoardScreen() {
  const t = useWords(railWords);
  return (
    <Page title={t('title')} description={t('text')}>
      <RequirePermission>
        <div className={classes.board}>
          {surfaceNames.map((surface) => (
            <LoadedSurface key={surface} name={surface} />
          ))}
        </div>
      </RequirePermission>
    </Page>
  );
}

function LoadedSurface({ name }: { name: SurfaceName }) {
  const surface = useQuery(surfaceQuery(name));
  return (
    <Loaded query={surface} lines={10}>
      {({ data, etag }) => <BoardSurface surface={data} tag={etag} onStale={() => void surface.refetch()} />}
    </Loaded>
  );
}

interface BoardSurfaceProps {
  surface: Surface;
  tag: string | null;
  onStale: () => void;
}

/** The rails that an answer has: those that the change itself makes are among them. */
function railIdsIn(body: unknown): string[] {
  const { rails } = fieldsOf(body);
  return (Array.isArray(rails) ? rails : []).map((rail: unknown) => String(fieldsOf(rail).id));
}

function useApply({ surface: { surface }, tag, onStale }: BoardSurfaceProps, staged: StagedList<BoardRail>) {
  const t = useWords(railWords);
  const name = useServerWord()('curation', surface);
  const review = useReview();
  const onRefused = useOnStale(onStale);
  const arrange = (body: ReturnType<typeof arrangementOf>, ifMatch: string | null) => (note: string) =>
    change('PUT', '/v1/admin/surfaces/{surface}', {
      path: { surface },
      ifMatch,
      body: { ...body, ...(note && { note }) },
    });
  return () =>
    review.open({
      title: t('sheet', { surface: name }),
      done: () => t('done', { surface: name }),
      about: name,
      confirmLabel: t('staged.apply'),
      reason: { label: t('note'), min: 0, max: 500 },
      change: arrange(arrangementOf(staged), tag),
      undo: ({ data, etag }) => arrange(arrangementBefore(staged, railIdsIn(data)), etag),
      draft: staged.draft,
      onRefused,
      onDone: staged.discard,
    });
}

/** One surface: what is staged of it is looked at and applied as a whole. */
function BoardSurface(props: BoardSurfaceProps) {
  const { surface } = props;
  const t = useWords(railWords);
  const word = useServerWord();
  const titleOf = useCollectionTitle();
  const staged = useStagedSurface(surface);
  const apply = useApply(props, staged);
  const [isAdding, setAdding] = useState(false);
  const { id: pointedOut } = useParams({ strict: false });
  const isLocked = !surface.allowed.includes('arrange');
  const nameOf = ({ collection }: BoardRail) => titleOf(collection);
  const show = (rail: BoardRail) => (
    <bdi>{rail.status === 'paused' ? t('pausedRail', { name: nameOf(rail) }) : nameOf(rail)}</bdi>
  );
  return (
    <Stack as="section" gap="md" aria-label={word('curation', surface.surface)}>
      <OrderConflict staged={staged} keyOf={keyOf} show={show} />
      <SurfaceColumn
        surface={surface}
        staged={staged}
        isLocked={isLocked}
        pointedOut={pointedOut}
        onAdd={() => setAdding(true)}
      />
      <StagedBar
        staged={staged}
        label={word('curation', surface.surface)}
        keyOf={keyOf}
        nameOf={nameOf}
        editOf={(before, after) =>
          before.status === after.status
            ? undefined
            : t(after.status === 'paused' ? 'change.paused' : 'change.resumed', { name: nameOf(after) })
        }
        onApply={apply}
      />
      {isAdding && (
        <RailAdder
          surface={surface.surface}
          taken={new Set(staged.entries.map(({ collectionId }) => collectionId))}
          onAdd={(rail) => {
            staged.set([...staged.entries, rail]);
            setAdding(false);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Stack>
  );
}

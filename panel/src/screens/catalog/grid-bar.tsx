import { Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useReview } from '../../app/review/provider.tsx';
import { useSaveAll } from '../../app/review/use-save-all.ts';
import { useSession } from '../../app/session.ts';
import { IconChevronDown } from '../../ui/icons.ts';
import { UnsavedBar, UnsavedLine } from '../../ui/unsaved-bar.tsx';
import { useDiscard } from '../../ui/use-discard.ts';
import { useWords } from '../../words/define.ts';
import { useTitleOf } from '../../words/title.ts';
import { PriceEpisodesDrawer } from '../pricing/public.ts';
import { CadenceDrawer } from '../publishing/public.ts';
import { gridWords } from './grid-words.ts';
import { moveWords } from './move-words.ts';
import { isDangerous, moveChange, type WorkflowMove, workflowMoves } from './moves.tsx';
import { type Episode, isUnseen, type Series, warningsIn } from './queries.ts';
import { type Field, firstInvalid, type GridRow, type StagedEpisodes } from './staged-episodes.ts';
import { useSavedFirst } from './unsaved-work.ts';
import { WarningLines } from './warnings.tsx';

interface GridBarProps {
  series: Series;
  staged: StagedEpisodes;
  chosen: readonly Episode[];
  onClear: () => void;
  onFocusCell: (row: GridRow, field: Field) => void;
}

/** What waits to be saved, and what can be done with the episodes that are selected. */
export function GridBar({ series, staged, chosen, onClear, onFocusCell }: GridBarProps) {
  const t = useWords(gridWords);
  const isDirty = staged.waiting.length > 0;
  return (
    <UnsavedBar label={t('unsavedTitle')} shown={isDirty || chosen.length > 0}>
      {isDirty && <SaveLine series={series} staged={staged} onFocusCell={onFocusCell} />}
      {chosen.length > 0 && <SelectionLine series={series} chosen={chosen} onClear={onClear} />}
    </UnsavedBar>
  );
}

function SaveLine({ series, staged, onFocusCell }: Pick<GridBarProps, 'series' | 'staged' | 'onFocusCell'>) {
  const t = useWords(gridWords);
  const m = useWords(moveWords);
  const review = useReview();
  const { saveAll, isSaving } = useSaveAll();
  const discard = useDiscard();
  const titleOf = useTitleOf();
  const { waiting } = staged;
  const isNameless = waiting.some(({ cells }) => cells.title.trim() === '');
  const invalid = waiting.filter((row) => row.invalid.length > 0).length;
  const canSave = waiting.every((row) => firstInvalid(row) === undefined);
  const failed = waiting.filter(({ fault }) => fault !== null).length;
  const nameOf = ({ cells }: GridRow) => `${t('row', { number: cells.episodeNumber })} · ${cells.title}`;
  const request = () => ({
    title: t('saveSheet', { title: titleOf(series) }),
    intro: t('saveText'),
    confirmLabel: t('confirm'),
    items: staged.items().map(({ row, ...item }) => ({
      ...item,
      id: row.key,
      label: nameOf(row),
      picture: { assetId: row.episode?.thumb_asset_id ?? null, shape: 'thumb' as const },
    })),
    ...(waiting.some(({ episode }) => episode?.noteRequired) && { reason: { label: m('note'), min: 3, max: 500 } }),
    onDone: staged.settle,
  });
  const isQuiet = waiting.every(({ episode }) => episode === null || isUnseen(episode.status));
  const saveAtOnce = () => saveAll(request(), t('savedRows', { title: titleOf(series) }));
  const focusError = () => {
    const wrong = waiting.find((row) => firstInvalid(row) !== undefined || row.fault !== null);
    // The tab with the grid may have been opened just now.
    if (wrong) requestAnimationFrame(() => onFocusCell(wrong, firstInvalid(wrong) ?? 'episodeNumber'));
    return wrong !== undefined;
  };
  useSavedFirst('episodes', isQuiet ? { save: async () => canSave && saveAtOnce(), focusError } : null);
  const save = () => (isQuiet ? void saveAtOnce() : review.openBulk(request()));
  const parts = [
    t('unsaved', { count: waiting.length }),
    failed > 0 && t('failed', { count: failed }),
    invalid > 0 && t('invalid', { count: invalid }),
    isNameless && t('noTitle'),
  ];
  return (
    <UnsavedLine summary={parts.filter(Boolean).join(' · ')}>
      <Button variant="subtle" color="gray" onClick={() => discard(staged.draft, staged.discard)}>
        {t('discard')}
      </Button>
      <Button disabled={!canSave} loading={isSaving} onClick={save}>
        {t(isQuiet ? 'confirm' : 'save')}
      </Button>
    </UnsavedLine>
  );
}

function SelectionLine({ series, chosen, onClear }: Omit<GridBarProps, 'staged' | 'onFocusCell'>) {
  const t = useWords(gridWords);
  const m = useWords(moveWords);
  const { can } = useSession();
  const review = useReview();
  const [scheduling, setScheduling] = useState(false);
  const [pricing, setPricing] = useState(false);
  const titleOf = useTitleOf();
  const nameOf = (one: Episode) => `${t('row', { number: one.episodeNumber })} · ${titleOf(one)}`;
  const possible = workflowMoves.filter((move) => chosen.some(({ allowed }) => allowed.includes(move)));
  const open = (move: WorkflowMove) =>
    review.openBulk({
      title: t('moveMany', { move: m(`move.${move}`), title: titleOf(series) }),
      intro: m(`intro.${move}`),
      confirmLabel: m(`move.${move}`),
      danger: isDangerous(move),
      reason: { label: m('note'), min: 0, max: 500 },
      items: chosen.map((one) => ({
        id: one.id,
        label: nameOf(one),
        picture: { assetId: one.thumb_asset_id, shape: 'thumb' },
        change: (note) => moveChange({ ...one, type: 'episode' }, move, note),
      })),
      notice: (body) => <WarningLines warnings={warningsIn(body)} />,
    });
  return (
    <UnsavedLine summary={t('chosen', { count: chosen.length })}>
      <Button variant="subtle" color="gray" onClick={onClear}>
        {t('clear')}
      </Button>
      {can('catalog:write') && (
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/uploads" search={{ series: series.id }} {...props} />}
        >
          {t('uploadMany')}
        </Button>
      )}
      {can('pricing:write') && (
        <Button variant="default" onClick={() => setPricing(true)}>
          {t('priceMany')}
        </Button>
      )}
      {can('publishing:write') && (
        <>
          <Menu withInitialFocusPlaceholder={false} width={220}>
            <Menu.Target>
              <Button variant="default" rightSection={<IconChevronDown size={14} />} disabled={possible.length === 0}>
                {t('move')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {possible.map((move) => (
                <Menu.Item key={move} {...(isDangerous(move) && { color: 'red' })} onClick={() => open(move)}>
                  {m(`move.${move}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <Button onClick={() => setScheduling(true)}>{t('scheduleMany')}</Button>
        </>
      )}
      {pricing && (
        <PriceEpisodesDrawer
          seriesId={series.id}
          seriesName={titleOf(series)}
          episodes={chosen.map((one) => ({ id: one.id, name: nameOf(one), thumbAssetId: one.thumb_asset_id }))}
          onClose={() => setPricing(false)}
          onDone={onClear}
        />
      )}
      {scheduling && (
        <CadenceDrawer series={series} episodes={chosen} onClose={() => setScheduling(false)} onDone={onClear} />
      )}
    </UnsavedLine>
  );
}

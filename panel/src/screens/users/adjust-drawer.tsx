import { Button, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { asApiError, isTransient } from '../../api/errors.ts';
import { useReview } from '../../app/review/provider.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { useDraft, useRestoredAt } from '../../ui/draft.ts';
import { SkeletonLines } from '../../ui/empty-state.tsx';
import { WholeNumberField } from '../../ui/form/number-field.tsx';
import { RestoredDraft } from '../../ui/form/restored-draft.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { useReasonWord } from '../../words/server.ts';
import { AdjustEffect, type GrantLimit, refusalOf, useAdjustPreview, useGrantLimit } from './adjust-effect.tsx';
import { adjustWords } from './adjust-words.ts';
import {
  changeOf,
  type Draft,
  hasReason,
  isDraft,
  isSameMove,
  isWhole,
  limits,
  reasonOf,
  type Tag,
  tagsFor,
  takesWords,
} from './adjustment.ts';
import classes from './coins.module.css';
import { type User, userQuery } from './queries.ts';
import { useNameOf } from './status.tsx';
import { TagPicker } from './tag-picker.tsx';

const route = getRouteApi('/shell/users/$id/adjust');
const draftName = (userId: string): string => `adjust ${userId}`;
const nothing: Draft = { direction: 'grant', amount: null, tag: 'apology', words: '', note: '' };

export function AdjustDrawer() {
  const t = useWords(adjustWords);
  const format = useFormat();
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const { data: user } = useQuery(userQuery(id));
  const nameOf = useNameOf();
  const close = () => void navigate({ to: '/users/$id', params: { id }, search: true });
  const name = user ? nameOf(user) : '';
  const balances = user && {
    balance: format.number(user.balanceTotal),
    paid: format.number(user.balancePaid),
    bonus: format.number(user.balanceBonus),
  };
  return (
    <DetailDrawer title={t('adjust.title', { name })} subtitle={balances && t('adjust.text', balances)} onClose={close}>
      {user ? <AdjustForm user={user} name={name} onDone={close} /> : <SkeletonLines lines={8} />}
    </DetailDrawer>
  );
}

interface AdjustFormProps {
  user: User;
  name: string;
  onDone: () => void;
}

function AdjustForm({ user, name, onDone }: AdjustFormProps) {
  const t = useWords(adjustWords);
  const format = useFormat();
  const review = useReview();
  const [kept, setDraft] = useDraft(draftName(user.id), isDraft);
  const draft = kept ?? nothing;
  const restoredAt = useRestoredAt(draftName(user.id));
  const [tried, setTried] = useState(false);
  const [settled] = useDebouncedValue(draft, 300);
  const limit = useGrantLimit(user.id);
  const refusal = refusalOf(draft, user.balanceTotal, limit);
  const preview = useAdjustPreview(user.id, settled, refusal === undefined);
  const isStale = !isSameMove(settled, draft);
  const set = (part: Partial<Draft>) => setDraft((before = nothing) => ({ ...before, ...part }));
  const { direction, amount, tag, note } = draft;
  // No answer is no refusal: what it would do is looked at once more where it is confirmed.
  const isRefused =
    refusal !== undefined ||
    (preview.isError && !isTransient(asApiError(preview.error)) && !preview.isFetching && !isStale);
  const submit = () => {
    setTried(true);
    if (!isWhole(amount) || !hasReason(draft)) return;
    review.open({
      title: t(`adjust.sheet.${direction}`, { name, coins: format.number(amount) }),
      about: name,
      confirmLabel: t(`adjust.${direction}`),
      done: () => t(`adjust.done.${direction}`, { name, coins: format.number(amount) }),
      draft: draftName(user.id),
      change: changeOf(user.id, amount, draft, reasonOf(draft)),
      onDone: () => {
        setDraft(undefined);
        onDone();
      },
    });
  };
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <RestoredDraft at={kept && restoredAt} draft={draftName(user.id)} onDiscard={() => setDraft(undefined)} />
      <DirectionControl draft={draft} onSet={set} />
      <AmountField user={user} limit={limit} draft={draft} tried={tried} onSet={set} />
      <TagPicker tags={tagsFor[direction]} chosen={tag} onChoose={(next: Tag) => set({ tag: next })} />
      {takesWords(tag) && <WordsField draft={draft} tried={tried} onSet={set} />}
      <AdjustEffect preview={preview} refusal={refusal} stale={isStale} onAmount={(value) => set({ amount: value })} />
      <Textarea
        autosize
        minRows={2}
        label={t('adjust.note')}
        description={t('adjust.noteHint')}
        maxLength={500}
        value={note}
        onChange={(event) => set({ note: event.currentTarget.value })}
      />
      <div>
        <Button type="submit" disabled={isRefused}>
          {t(preview.data?.needsApproval ? 'adjust.ask' : 'adjust.submit')}
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  draft: Draft;
  onSet: (part: Partial<Draft>) => void;
}

/** Giving or taking. A tag that makes no sense the other way round gives place to the first that does. */
function DirectionControl({ draft: { direction, tag }, onSet }: PartProps) {
  const t = useWords(adjustWords);
  const turn = (value: string) => {
    const next = value === 'deduct' ? 'deduct' : 'grant';
    const [first = 'other'] = tagsFor[next];
    onSet({ direction: next, tag: tagsFor[next].includes(tag) ? tag : first });
  };
  return (
    <SegmentedControl
      fullWidth
      aria-label={t('adjust.direction')}
      value={direction}
      onChange={turn}
      data={[
        { value: 'grant', label: t('adjust.grant') },
        { value: 'deduct', label: t('adjust.deduct') },
      ]}
    />
  );
}

interface AmountFieldProps extends PartProps {
  user: User;
  limit: GrantLimit | undefined;
  tried: boolean;
}

/** How many coins may be taken, or given; nothing while the limits are not known. */
function useAmountHint({ user, limit, draft: { direction } }: AmountFieldProps): string | undefined {
  const t = useWords(adjustWords);
  const format = useFormat();
  if (direction === 'deduct') return t('adjust.deductHint', { coins: format.number(user.balanceTotal) });
  if (!limit) return undefined;
  const { left, approvalAbove } = limit;
  const above = format.number(approvalAbove);
  if (left === null) return t('adjust.amountHint', { above, most: format.number(limits.most) });
  return t(left === 0 ? 'adjust.capUsed' : 'adjust.capLeft', { count: left, coins: format.number(left), above });
}

function AmountField(props: AmountFieldProps) {
  const {
    draft: { amount },
    tried,
    onSet,
  } = props;
  const t = useWords(adjustWords);
  const format = useFormat();
  return (
    <WholeNumberField
      data-autofocus
      label={t('adjust.amount')}
      description={useAmountHint(props)}
      error={
        (tried || amount !== null) && !isWhole(amount) && t('adjust.badAmount', { most: format.number(limits.most) })
      }
      min={1}
      max={limits.most}
      value={amount}
      onChange={(value) => onSet({ amount: value })}
    />
  );
}

/** What follows the tag, with the whole as the ledger will have it. */
function WordsField({ draft, tried, onSet }: PartProps & { tried: boolean }) {
  const t = useWords(adjustWords);
  const reasonWord = useReasonWord();
  return (
    <TextInput
      label={t('adjust.words')}
      description={t('adjust.wordsHint', { reason: draft.words.trim() ? reasonWord(reasonOf(draft)) : '…' })}
      error={tried && !hasReason(draft) && t('adjust.badWords')}
      maxLength={limits.reasonMax - 10}
      value={draft.words}
      onChange={(event) => onSet({ words: event.currentTarget.value })}
    />
  );
}

import { Button, Kbd, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Change, dryRun, newKey, submit } from '../../api/change.ts';
import type { Schema } from '../../api/client.ts';
import { asApiError } from '../../api/errors.ts';
import { SkeletonLines } from '../../ui/empty-state.tsx';
import { modKey, useKeys } from '../../ui/keys.ts';
import { useWords } from '../../words/define.ts';
import { EffectsView } from './effects-view.tsx';
import { DialogFrame } from './frame.tsx';
import { Outcome } from './outcome.tsx';
import { Refusal } from './refusal.tsx';
import type { ReviewRequest } from './request.ts';
import classes from './review.module.css';
import { reviewWords } from './words.ts';

interface ReviewDialogProps {
  request: ReviewRequest;
  opened: boolean;
  onClose: () => void;
}

/** Stands for the reason while none is typed: what happens does not depend on its words. */
const placeholder = 'reason to be written';

const made = (request: ReviewRequest, reason: string): Change =>
  typeof request.change === 'function' ? request.change(reason) : request.change;

/** The dry run, the change itself, and who is told about them. Nothing is shown as done before the server said so. */
function useEffectOf(request: ReviewRequest, close: () => void) {
  const client = useQueryClient();
  const [key] = useState(newKey);
  const [nextKey] = useState(newKey);
  const first = useRef<{ reply: unknown } | null>(null);
  const refused = (error: unknown) => {
    if (request.onRefused?.(asApiError(error))) close();
    throw error;
  };
  const look = useQuery({
    queryKey: ['dryRun', key],
    queryFn: () => dryRun(made(request, placeholder)).catch(refused),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
    enabled: first.current === null,
  });
  const act = useMutation({
    mutationFn: async (reason: string) => {
      // Of two steps, the one that is done stays done while the other is tried again.
      first.current ??= { reply: await submit(made(request, reason), key).catch(refused) };
      return request.followUp ? submit(request.followUp, nextKey).catch(refused) : first.current.reply;
    },
    onSuccess: (reply) => request.onDone?.(reply),
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'dryRun' }),
  });
  const refusal = first.current === null ? 'refusedNow' : 'halfDone';
  return { look, act, refusal } as const;
}

export function ReviewDialog({ request, opened, onClose }: ReviewDialogProps) {
  const effect = useEffectOf(request, onClose);
  const { act } = effect;
  const close = () => !act.isPending && onClose();
  return (
    <DialogFrame title={request.title} opened={opened} onClose={close} size={600}>
      {act.isSuccess ? (
        <Outcome reply={act.data} result={request.result ?? request.notice} onClose={onClose} />
      ) : (
        <Preview request={request} opened={opened} effect={effect} onClose={close} />
      )}
    </DialogFrame>
  );
}

interface PreviewProps extends ReviewDialogProps {
  effect: ReturnType<typeof useEffectOf>;
}

/** What would happen, the reason where one is asked for, and the button. */
function Preview({ request, opened, effect, onClose }: PreviewProps) {
  const { look, act, refusal } = effect;
  const t = useWords(reviewWords);
  const [reason, setReason] = useState('');
  const { reason: asked, confirmLabel = t('confirm') } = request;
  const written = reason.trim();
  const ready = look.isSuccess && !act.isPending && written.length >= (asked?.min ?? 0);
  const confirm = () => ready && act.mutate(written);
  useKeys({ 'mod+Enter': confirm }, { inFields: true, inDialogs: true, enabled: opened });
  return (
    <div className={classes.body}>
      <div className={classes.intro}>{request.intro}</div>
      <Rehearsal look={look} notice={request.notice} />
      {look.data && asked && <ReasonField asked={asked} value={reason} onChange={setReason} />}
      {act.isError && <Refusal error={act.error} title={t(refusal)} onRetry={confirm} />}
      <div className={classes.footer}>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          color={request.danger ? 'red' : 'iris'}
          disabled={!ready}
          loading={act.isPending}
          onClick={confirm}
          rightSection={<Kbd size="xs" className={classes.kbd ?? ''}>{`${modKey()} ↵`}</Kbd>}
        >
          {needsApproval(look.data) ? t('ask') : confirmLabel}
        </Button>
      </div>
    </div>
  );
}

const needsApproval = (dryRun: Schema<'DryRun'> | undefined): boolean => (dryRun?.effects.approvals.length ?? 0) > 0;

interface RehearsalProps extends Pick<PreviewProps['effect'], 'look'> {
  notice: ReviewRequest['notice'];
}

function Rehearsal({ look, notice }: RehearsalProps) {
  const t = useWords(reviewWords);
  if (look.isPending) return <SkeletonLines lines={5} />;
  if (look.isError) return <Refusal error={look.error} title={t('refused')} onRetry={() => void look.refetch()} />;
  return (
    <>
      <EffectsView effects={look.data.effects} />
      {notice?.(look.data.body)}
    </>
  );
}

interface ReasonFieldProps {
  asked: NonNullable<ReviewRequest['reason']>;
  value: string;
  onChange: (value: string) => void;
}

export function ReasonField({ asked, value, onChange }: ReasonFieldProps) {
  const t = useWords(reviewWords);
  return (
    <Textarea
      data-autofocus
      required={asked.min > 0}
      autosize
      minRows={2}
      label={asked.label ?? t('reason')}
      description={asked.min > 0 ? `${t('reasonHint')} ${t('reasonShort', { min: asked.min })}` : t('reasonHint')}
      maxLength={asked.max}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

import { Button, Progress } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dryRun, newKey, submit } from '../../api/change.ts';
import { type ApiError, asApiError } from '../../api/errors.ts';
import { SkeletonLines } from '../../ui/empty-state.tsx';
import { useKeys } from '../../ui/keys.ts';
import { useWords } from '../../words/define.ts';
import { BulkRows } from './bulk-rows.tsx';
import { DialogFrame } from './frame.tsx';
import type { BulkItem, BulkOutcome, BulkRequest, Look } from './request.ts';
import classes from './review.module.css';
import { ReasonField } from './review-dialog.tsx';
import { reviewWords } from './words.ts';

interface BulkDialogProps {
  request: BulkRequest;
  opened: boolean;
  onClose: () => void;
}

const placeholder = 'reason to be written';
const atOnce = 4;

/** Looks at all of them, a few at a time. */
async function lookAt(items: readonly BulkItem[]): Promise<ReadonlyMap<string, Look>> {
  const looks = new Map<string, Look>();
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      looks.set(item.id, await dryRun((item.instead ?? item).change(placeholder)).catch(asApiError));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return looks;
}

async function make({ first, change }: BulkItem, reason: string): Promise<void> {
  if (first) await submit(first, newKey());
  await submit(change(reason), newKey());
}

function useMany(request: BulkRequest) {
  const client = useQueryClient();
  const [key] = useState(newKey);
  const [done, setDone] = useState(0);
  const look = useQuery({
    queryKey: ['dryRun', key],
    queryFn: () => lookAt(request.items),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const ready = request.items.filter(({ id }) => !(look.data?.get(id) instanceof Error) && look.data?.has(id));
  const act = useMutation({
    mutationFn: async (reason: string): Promise<BulkOutcome> => {
      const outcome = new Map<string, ApiError | null>();
      for (const [id, one] of look.data ?? []) if (one instanceof Error) outcome.set(id, one);
      for (const [index, item] of ready.entries()) {
        const refusal = await make(item, reason).then(() => null, asApiError);
        outcome.set(item.id, refusal);
        setDone(index + 1);
      }
      return outcome;
    },
    onSuccess: (outcome) => request.onDone?.(outcome),
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'dryRun' }),
  });
  return { look, act, ready, done };
}

/** Many changes at once: what each would do and which are refused, one reason for all, and what came of each. */
export function BulkDialog({ request, opened, onClose }: BulkDialogProps) {
  const t = useWords(reviewWords);
  const many = useMany(request);
  const close = () => !many.act.isPending && onClose();
  return (
    <DialogFrame title={request.title} opened={opened} onClose={close} size={680}>
      <div className={classes.body}>
        <div className={classes.intro}>{request.intro}</div>
        {many.look.data ? (
          <BulkRows items={request.items} looks={many.look.data} outcome={many.act.data} notice={request.notice} />
        ) : (
          <SkeletonLines lines={Math.min(8, request.items.length + 1)} />
        )}
        {many.act.isSuccess ? (
          <div className={classes.footer}>
            <Button data-autofocus onClick={close}>
              {t('close')}
            </Button>
          </div>
        ) : (
          <Confirm request={request} opened={opened} many={many} onClose={close} />
        )}
      </div>
    </DialogFrame>
  );
}

interface ConfirmProps extends BulkDialogProps {
  many: ReturnType<typeof useMany>;
}

/** The reason where one is asked for, how far it is, and the button. */
function Confirm({ request, opened, many: { act, ready, done }, onClose }: ConfirmProps) {
  const t = useWords(reviewWords);
  const [reason, setReason] = useState('');
  const { reason: asked, confirmLabel = t('confirm') } = request;
  const written = reason.trim();
  const isReady = ready.length > 0 && act.isIdle && written.length >= (asked?.min ?? 0);
  const confirm = () => isReady && act.mutate(written);
  useKeys({ 'mod+Enter': confirm }, { inFields: true, inDialogs: true, enabled: opened });
  return (
    <>
      {ready.length > 0 && asked && <ReasonField asked={asked} value={reason} onChange={setReason} />}
      {act.isPending && (
        <Progress value={(100 * done) / ready.length} aria-label={t('many.working', { done, count: ready.length })} />
      )}
      <div className={classes.footer}>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button color={request.danger ? 'red' : 'iris'} disabled={!isReady} loading={act.isPending} onClick={confirm}>
          {confirmLabel}
        </Button>
      </div>
    </>
  );
}

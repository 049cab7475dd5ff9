import { Button, Kbd, Textarea } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Schema } from '../../api/client.ts';
import { asApiError, isOutcomeUnknown } from '../../api/errors.ts';
import { flushKeystrokes } from '../../ui/buffered-keys.ts';
import { fieldsOf } from '../../ui/diff.tsx';
import { SkeletonLines } from '../../ui/empty-state.tsx';
import { registerFootBar } from '../../ui/foot-bar.ts';
import { modKey, useKeys } from '../../ui/keys.ts';
import { useWords } from '../../words/define.ts';
import { useAttemptTitle } from './attempt-title.ts';
import { EffectsSummary, EffectsView } from './effects-view.tsx';
import { DialogFrame } from './frame.tsx';
import { Outcome } from './outcome.tsx';
import { Refusal } from './refusal.tsx';
import type { ReviewRequest } from './request.ts';
import classes from './review.module.css';
import { UnknownOutcome } from './unknown-outcome.tsx';
import { type ReviewedChange, useChange } from './use-change.ts';
import { reviewWords } from './words.ts';

interface ReviewDialogProps {
  request: ReviewRequest;
  opened: boolean;
  onClose: () => void;
}

/** Gives the focus to the text of a dialog without a field: neither Space nor Enter does anything there. */
export const focusFirst = { tabIndex: -1, 'data-autofocus': true } as const;

export function ReviewDialog({ request, opened, onClose }: ReviewDialogProps) {
  const titleOf = useAttemptTitle();
  const change = useChange(request, opened, onClose);
  const { act, sent, result, isAboutSent } = change;
  const close = () => !act.isPending && onClose();
  return (
    <DialogFrame
      title={isAboutSent && sent ? titleOf(sent) : request.title}
      opened={opened}
      onClose={close}
      isBusy={act.isPending}
      size={600}
    >
      {result !== undefined ? (
        <Outcome onClose={onClose}>{result}</Outcome>
      ) : isAboutSent && sent ? (
        <Unknown change={change} onClose={close} />
      ) : (
        <Preview request={request} opened={opened} change={change} onClose={close} />
      )}
    </DialogFrame>
  );
}

interface UnknownProps {
  change: ReviewedChange;
  onClose: () => void;
}

/** What was sent before, here or by an earlier page, until its outcome is known. */
function Unknown({ change: { act, sent, isUnknown, triedAt, sendAgain, look, forget }, onClose }: UnknownProps) {
  const t = useWords(reviewWords);
  return (
    <div className={classes.body}>
      {isUnknown || act.isPending
        ? sent && (
            <UnknownOutcome
              attempt={sent}
              isSending={act.isPending}
              triedAt={triedAt}
              onAgain={sendAgain}
              onLook={look}
              onForget={forget}
            />
          )
        : act.isError && <Refusal error={act.error} title={t('perhapsDone')} onRetry={sendAgain} />}
      <div className={classes.footer}>
        <Button variant="default" disabled={act.isPending} onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </div>
  );
}

interface PreviewProps extends ReviewDialogProps {
  change: ReviewedChange;
}

/** What would happen, the reason where one is asked for, and the button. */
function Preview({ request, opened, change, onClose }: PreviewProps) {
  const { preview, act, reason, setReason, confirm: send } = change;
  const t = useWords(reviewWords);
  const { reason: asked } = request;
  const written = reason.trim();
  const isReady = preview.isSuccess && !act.isPending && !act.isSuccess && written.length >= (asked?.min ?? 0);
  const confirm = () => {
    if (isReady) send(written);
  };
  useKeys({ 'mod+Enter': confirm }, { inFields: true, enabled: opened });
  return (
    <div className={classes.body} {...(!asked && focusFirst)}>
      {preview.isSuccess && <EffectsSummary effects={preview.data.effects} />}
      <div className={classes.intro}>{request.intro}</div>
      <DryRunEffects preview={preview} request={request} />
      {act.isError && (
        <Refusal error={act.error} title={t('refusedNow')} currency={request.currency} onRetry={confirm} />
      )}
      <div ref={registerFootBar} className={classes.foot}>
        {asked && !preview.isError && <ReasonField asked={asked} value={reason} onChange={setReason} />}
        <div className={classes.footer}>
          <Button variant="default" disabled={act.isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <ConfirmButton request={request} change={change} isReady={isReady} onClick={confirm} />
        </div>
      </div>
    </div>
  );
}

/** The keys that confirm, in the button that they press. */
export const ConfirmKey = () => (
  <Kbd size="xs" className={classes.kbd ?? ''} aria-hidden>
    {`${modKey()} ↵`}
  </Kbd>
);

interface ConfirmButtonProps extends Pick<PreviewProps, 'request' | 'change'> {
  isReady: boolean;
  onClick: () => void;
}

function ConfirmButton({ request, change: { act, preview }, isReady, onClick }: ConfirmButtonProps) {
  const t = useWords(reviewWords);
  const { danger, confirmLabel = t('confirm') } = request;
  return (
    <Button
      color={danger ? 'red' : 'iris'}
      disabled={!isReady}
      loading={act.isPending}
      onClick={onClick}
      rightSection={<ConfirmKey />}
    >
      {needsApproval(preview.data) ? t('ask') : confirmLabel}
    </Button>
  );
}

const needsApproval = (dryRun: Schema<'DryRun'> | undefined): boolean => (dryRun?.effects.approvals.length ?? 0) > 0;

/** The answer has the whole thing, and with it the currency that a change of the price alone leaves out. */
function currencyIn(body: unknown): string | undefined {
  const { currency } = fieldsOf(body);
  return typeof currency === 'string' ? currency : undefined;
}

interface DryRunEffectsProps extends Pick<ReviewedChange, 'preview'> {
  request: ReviewRequest;
}

function DryRunEffects({ preview, request: { notice, shows, currency } }: DryRunEffectsProps) {
  const t = useWords(reviewWords);
  if (preview.isPending) return <SkeletonLines lines={5} />;
  if (preview.isError) {
    const title = t(isOutcomeUnknown(asApiError(preview.error)) ? 'notLooked' : 'refused');
    return <Refusal error={preview.error} title={title} currency={currency} onRetry={() => void preview.refetch()} />;
  }
  const { body, effects } = preview.data;
  return (
    <EffectsView effects={effects} currency={currencyIn(body)} shows={shows} isSummarized>
      {notice?.(body)}
    </EffectsView>
  );
}

interface ReasonFieldProps {
  asked: NonNullable<ReviewRequest['reason']>;
  value: string;
  onChange: (value: string) => void;
}

/** The reason or the note. It has the focus from the start: an operator who types right away types here. */
export function ReasonField({ asked, value, onChange }: ReasonFieldProps) {
  const t = useWords(reviewWords);
  const field = useRef<HTMLTextAreaElement>(null);
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  useEffect(() => {
    field.current?.focus();
    const typed = flushKeystrokes();
    if (typed) latest.current.onChange(latest.current.value + typed);
  }, []);
  return (
    <Textarea
      ref={field}
      data-autofocus
      required={asked.min > 0}
      autosize
      minRows={2}
      maxRows={6}
      label={asked.label ?? t('reason')}
      description={asked.min > 1 ? `${t('reasonHint')} ${t('reasonShort', { min: asked.min })}` : t('reasonHint')}
      maxLength={asked.max}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

import type { ButtonProps } from '@mantine/core';
import { change } from '../api/change.ts';
import { GatedButton } from '../ui/gated-button.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { useKeys } from '../ui/keys.ts';
import type { ReviewRequest } from './review/request.ts';

type Look = Pick<ButtonProps, 'variant' | 'color'>;

/** An action with a key of its own. */
export interface KeyedAction {
  readonly label: string;
  readonly key: string;
  readonly look: Look;
  readonly isAllowed: boolean;
  /** Why the button is disabled. */
  readonly blocked: string | undefined;
  readonly run: () => void;
}

/** Buttons with their keys, which do nothing where the action is not allowed. */
export function KeyedActions({ actions }: { actions: readonly KeyedAction[] }) {
  useKeys(Object.fromEntries(actions.map(({ key, isAllowed, run }) => [key, () => isAllowed && run()])));
  return actions.map(({ label, key, look, blocked, run }) => (
    <GatedButton key={key} {...look} blocked={blocked} onClick={run}>
      {label}
      <KeyHint of={key} />
    </GatedButton>
  ));
}

export type Decision = 'approve' | 'reject' | 'cancel';

export const decisionKeys = { approve: 'a', reject: 'r', cancel: 'c' } as const satisfies Record<Decision, string>;

export const decisionLooks: Readonly<Record<Decision, Look>> = {
  approve: { variant: 'filled', color: 'iris' },
  reject: { variant: 'light', color: 'red' },
  cancel: { variant: 'default' },
};

/** Others decide, and only the requester withdraws. */
export const decisionsFor = (isOwn: boolean): readonly Decision[] =>
  isOwn ? ['approve', 'reject', 'cancel'] : ['approve', 'reject'];

/** The call that decides a request for approval, with the note or reason that it takes. */
export function decisionRequest(
  decision: Decision,
  id: string,
  labels: { readonly note: string; readonly rejectReason: string },
): Pick<ReviewRequest, 'change' | 'danger' | 'reason'> {
  const path = { id };
  switch (decision) {
    case 'approve':
      return {
        reason: { label: labels.note, min: 0, max: 500 },
        change: (note) => change('POST', '/v1/admin/approvals/{id}/approve', { path, body: note ? { note } : {} }),
      };
    case 'reject':
      return {
        danger: true,
        reason: { label: labels.rejectReason, min: 1, max: 500 },
        change: (reason) => change('POST', '/v1/admin/approvals/{id}/reject', { path, body: { reason } }),
      };
    case 'cancel':
      return { danger: true, change: change('POST', '/v1/admin/approvals/{id}/cancel', { path }) };
  }
}

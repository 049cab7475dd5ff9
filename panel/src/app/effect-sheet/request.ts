import type { ReactNode } from 'react';
import type { Change } from '../../api/change.ts';
import type { ApiError } from '../../api/errors.ts';

/** What the effect sheet is to do. */
export interface EffectRequest {
  /** What is about to happen, as a sentence without its full stop: “Disable Omar Haddad”. */
  title: string;
  /** The change itself, or how it is made of the reason. */
  change: Change | ((reason: string) => Change);
  /** Asks for a reason, or offers a note where `min` is 0; the change must then be a function of it. */
  reason?: { label?: string; min: number; max: number };
  intro?: ReactNode;
  /** What the button says; “Confirm” unless told. */
  confirmLabel?: string;
  danger?: boolean;
  /** What is shown once it is done, such as a password that is never shown again. */
  result?: (reply: unknown) => ReactNode;
  /** Called when the change is made (or waits for approval), before the sheet is closed. */
  onDone?: (reply: unknown) => void;
  /** Takes a refusal over, as a form does with its fields; true closes the sheet. */
  onRefused?: (error: ApiError) => boolean;
}

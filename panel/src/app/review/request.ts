import type { ReactNode } from 'react';
import type { Change } from '../../api/change.ts';
import type { Schema, Tagged } from '../../api/client.ts';
import type { ApiError } from '../../api/errors.ts';
import type { Attempt } from './attempts.ts';

/** How a value is shown in a field of a thing of some type. */
export type ShownIn = (type: string, field: string, value: unknown) => ReactNode;

/** What the review dialog is to do. */
export interface ReviewRequest {
  /** What is about to happen, as a sentence without its full stop: “Disable Omar Haddad”. */
  title: string;
  /** Whom or what it is about, by name: the title in another language is made of it. */
  about?: string;
  /** The change itself, or how it is made of the reason. */
  change: Change | ((reason: string) => Change);
  /** Asks for a reason, or offers a note where `min` is 0; the change must then be a function of it. */
  reason?: { label?: string; min: number; max: number };
  intro?: ReactNode;
  /** Tells apart what is sent to one address, such as the refunds of two purchases. */
  item?: string;
  /** The name of the draft that the change was typed as; it is cleared once the change is known to be made. */
  draft?: string;
  /** What was sent before and is to be found out about; the dialog begins with it. */
  attempt?: Attempt;
  /** What the button says; “Confirm” by default. */
  confirmLabel?: string;
  danger?: boolean;
  /** The currency of what it moves, so that a refusal can say how much is left. */
  currency?: string;
  /** What the answer says besides its effects, such as warnings; shown before and after. */
  notice?: (body: unknown) => ReactNode;
  /** A value of a change as people read it, where no name is known beforehand; undefined leaves it as it is. */
  shows?: ShownIn;
  /** What was done, in the past tense and by the server's reply. Without it the audit log's words are used. */
  done?: (reply: unknown) => string;
  /** How it is taken back, made of the answer; the message that it is done offers it, and the dialog shows it first. */
  undo?: (reply: Tagged<unknown>) => Change | ((reason: string) => Change);
  /** What is shown once it is done, such as a password that is never shown again. */
  result?: (reply: unknown) => ReactNode;
  /** Called when the change is made (or waits for approval), before the sheet is closed. */
  onDone?: (reply: unknown) => void;
  /** Takes a refusal over, as a form does with its fields; true closes the sheet. */
  onRefused?: (error: ApiError) => boolean;
}

/** What is saved at once: it is neither money nor access, and no viewer sees it. */
export interface SaveRequest extends Pick<ReviewRequest, 'title' | 'draft' | 'confirmLabel' | 'onDone' | 'onRefused'> {
  readonly change: Change;
  /** What was saved, by its name. */
  readonly name: string;
  /** How it is taken back, made of the answer; left out where it cannot be. */
  readonly undo?: (reply: Tagged<unknown>) => Change;
  /** Called with the answer when it was taken back. */
  readonly onUndone?: (reply: unknown) => void;
}

/** One of many changes that are looked at together and made one after the other. */
export interface BulkItem {
  readonly id: string;
  readonly label: string;
  /** What the things that it changes are called, by id, where there are several. */
  readonly names?: ReadonlyMap<string, string>;
  /** Its poster or thumbnail, shown beside the name. */
  readonly picture?: { readonly assetId: string | null; readonly shape: 'poster' | 'thumb' };
  readonly change: (reason: string) => Change;
  /** Done right before it, where something else is in its way. */
  readonly first?: Change;
  /** How it is taken back, made of the answer; left out where it cannot be. */
  readonly undo?: (reply: Tagged<unknown>) => Change;
  /** Looked at in its stead, where it can be made only after others of them; and what the real one has otherwise. */
  readonly instead?: {
    readonly change: (reason: string) => Change;
    readonly shows: Readonly<Record<string, unknown>>;
  };
}

/** How many things they change: one each, or as many as it names. */
export const countThings = (items: readonly BulkItem[]): number =>
  items.reduce((sum, { names }) => sum + (names?.size ?? 1), 0);

/** What one of many would do, or why it would be refused. */
export type DryRunResult = Schema<'DryRun'> | ApiError;

/** Why an item was not done, as far as it was tried; null when it was. */
export type BulkOutcome = ReadonlyMap<string, ApiError | null>;

export interface BulkRequest extends Pick<ReviewRequest, 'title' | 'intro' | 'confirmLabel' | 'danger' | 'reason'> {
  readonly items: readonly BulkItem[];
  /** What was done once all of them are, in the past tense. */
  readonly done?: string;
  /** Those that can be left out together, by one box to tick. */
  readonly optional?: { readonly ids: ReadonlySet<string>; readonly label: string; readonly isChosen: boolean };
  /** What the answer to one of them says besides its effects, such as warnings. */
  readonly notice?: (body: unknown) => ReactNode;
  readonly onDone?: (outcome: BulkOutcome) => void;
}

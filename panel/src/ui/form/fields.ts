/** What a form asks for, field by field. */

export type FieldValue = string | number | boolean | null;
export type FormValues = Readonly<Record<string, FieldValue>>;

/** What was typed into fields for numbers and is none. */
export type Unread = Readonly<Record<string, string | undefined>>;

interface Described {
  readonly label: string;
  readonly description?: string;
  readonly required?: boolean;
  /** Why it cannot be changed now; the field is then shown and locked. */
  readonly locked?: string | undefined;
  /** How its words run, where that is not as the page does. */
  readonly dir?: 'ltr' | 'rtl';
  /** What is wrong with it beside the other values of the form. */
  readonly fault?: (values: FormValues) => string | undefined;
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

export type FieldSpec = Described &
  (
    | {
        readonly kind: 'text' | 'email' | 'long';
        readonly min?: number;
        readonly max?: number;
        /** Offered while one types; anything else can be written too. */
        readonly suggestions?: readonly Option[];
      }
    | { readonly kind: 'number'; readonly min?: number; readonly max?: number; readonly decimals?: number }
    /** Held as `DateField` does, in UTC. */
    | { readonly kind: 'date'; readonly withTime?: boolean }
    | { readonly kind: 'switch' }
    | { readonly kind: 'choice'; readonly options: readonly Option[] }
  );

export type FieldSpecs<V extends FormValues> = { readonly [K in keyof V]: FieldSpec };

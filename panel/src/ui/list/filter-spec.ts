/** What a list can be narrowed by. */

export type Choice = string | boolean;
export type Options = readonly { readonly value: Choice; readonly label: string }[];

export type FilterSpec<S> =
  | {
      readonly kind: 'text';
      readonly name: keyof S;
      readonly label: string;
      /** Shown in the empty field, where the label is too long for it. */
      readonly placeholder?: string;
    }
  | { readonly kind: 'day'; readonly name: keyof S; readonly label: string }
  | {
      readonly kind: 'choice';
      readonly name: keyof S;
      readonly label: string;
      /** What makes them, where they are many. */
      readonly options: Options | (() => Options);
    }
  | {
      /** A choice among so many that one types to find it. */
      readonly kind: 'search';
      readonly name: keyof S;
      readonly label: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
      /** Where they are too many to have them all: the options are then those that what is typed finds. */
      readonly onType?: (text: string) => void;
    };

export interface Point {
  /** A day or another name of the place on the axis. */
  readonly at: string;
  readonly values: Readonly<Record<string, number | null>>;
}

export interface Line {
  readonly key: string;
  readonly label: string;
  /** A colour of the theme, such as `iris.6`. */
  readonly color: string;
  /** For what the others are compared with. */
  readonly dashed?: boolean;
}

/** How places and figures are written, and what one of them leads to. */
export interface Reading {
  readonly show: (value: number) => string;
  /** The same on the axis, where there is little room. */
  readonly showTick: (value: number) => string;
  readonly showAt: (at: string) => string;
  readonly onPick?: ((at: string, key: string) => void) | undefined;
}

import { createElement, type HTMLAttributes } from 'react';
import classes from './box.module.css';

type Block = 'article' | 'aside' | 'div' | 'figure' | 'footer' | 'form' | 'header' | 'nav' | 'section';
type List = 'dd' | 'dl' | 'dt' | 'li' | 'ol' | 'ul';
type Words = 'bdi' | 'code' | 'figcaption' | 'h1' | 'h2' | 'h3' | 'h4' | 'p' | 'small' | 'span' | 'strong';

/** The values are names of tokens. */
interface BoxProps extends HTMLAttributes<HTMLElement> {
  as?: Block | List | Words;
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl' | '2xl' | '3xl';
  weight?: 'normal' | 'medium' | 'strong';
  tone?: 'muted' | 'accent' | 'positive' | 'warning' | 'danger' | undefined;
  /** With less space between lines. */
  tight?: boolean;
  /** With digits of one width. */
  tabular?: boolean;
  nowrap?: boolean;
  /** Breaks within a long word. */
  breaks?: boolean;
  /** In one line, with an ellipsis where it is too long. */
  cut?: boolean;
  /** Scrolls sideways what is too wide. */
  scrolls?: boolean;
  /** Takes the space that is left beside it. */
  grows?: boolean;
  /** In two lines at most. */
  clamp?: boolean;
  /** A card, a part that lies deeper, or only a border. */
  framed?: 'raised' | 'sunken' | 'plain';
  pad?: 'sm' | 'md' | 'lg';
  /** Space above and below. */
  mt?: '3xs' | '2xs' | 'xs' | 'sm' | 'md' | 'lg' | '2xl' | '3xl';
  mb?: '2xs' | 'xs' | 'sm' | 'md' | 'lg' | 'xl' | '2xl';
}

interface FlexProps extends BoxProps {
  gap?: '3xs' | '2xs' | 'xs' | 'sm' | 'md' | 'lg' | 'xl' | '2xl';
  /** Between rows, where that differs. */
  rowGap?: '2xs' | 'xs' | 'sm' | 'md';
  align?: 'start' | 'end' | 'center' | 'baseline' | 'stretch';
  justify?: 'between' | 'end';
  wraps?: boolean;
  /** Stands within a line of text. */
  within?: boolean;
}

interface ColumnsProps extends FlexProps {
  /** The least width of one. */
  min?: 'sm' | 'lg' | 'xl';
}

/** `gap-md` for a value, `wraps` for what is true. */
const classOf = ([name, value]: [string, string | boolean | undefined]): string | undefined =>
  typeof value === 'string' ? classes[`${name}-${value}`] : value ? classes[name] : undefined;

function box(kind: string | undefined, { as = 'div', className, ...props }: ColumnsProps) {
  const { size, weight, tone, tight, tabular, nowrap, breaks, cut, clamp, ...others } = props;
  const { within, gap, rowGap, align, justify, wraps, min, grows, scrolls, framed, pad, mt, mb, ...rest } = others;
  const text = { size, weight, tone, tight, tabular, nowrap, breaks, cut, clamp };
  const space = { within, gap, rowGap, align, justify, wraps, min, grows, scrolls, framed, pad, mt, mb };
  const named = Object.entries({ ...space, ...text }).map(classOf);
  return createElement(as, { ...rest, className: [kind, ...named, className].filter(Boolean).join(' ') || undefined });
}

/** Parts below each other. */
export const Stack = (props: FlexProps) => box(classes.stack, props);

/** Parts beside each other. */
export const Inline = (props: FlexProps) => box(classes.inline, props);

/** Two parts of the same width, below each other on a phone. */
export const Pair = (props: FlexProps) => box(classes.pair, props);

/** As many parts beside each other as there is room for. */
export const Columns = (props: ColumnsProps) => box(classes.columns, props);

/** A main column and one beside it; `--main` and `--aside` are their widths. */
export const WithAside = (props: FlexProps) => box(classes.aside, props);

/** Rows with a line between them. */
export const Rows = (props: BoxProps) => box(classes.rows, { as: 'ul', ...props });

/** A part without a layout of its own. */
export const Box = (props: BoxProps) => box(undefined, props);

/** Words in a size, weight and tone. */
export const Text = (props: BoxProps) => box(undefined, { as: 'span', ...props });

/** A small explanation. */
export const Note = (props: BoxProps) => box(undefined, { as: 'p', size: 'sm', tone: 'muted', ...props });

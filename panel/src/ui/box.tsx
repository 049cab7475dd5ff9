import { createElement, type HTMLAttributes } from 'react';
import classes from './box.module.css';

type Space = '3xs' | '2xs' | 'xs' | 'sm' | 'md' | 'lg' | 'xl' | '2xl' | '3xl';
type Block = 'article' | 'aside' | 'div' | 'footer' | 'form' | 'header' | 'nav' | 'section';
type List = 'dd' | 'dl' | 'dt' | 'li' | 'ol' | 'ul';
type Words = 'bdi' | 'code' | 'figcaption' | 'h1' | 'h2' | 'h3' | 'h4' | 'p' | 'small' | 'span' | 'strong';

/** The values are names of tokens. */
interface BoxProps extends HTMLAttributes<HTMLElement> {
  as?: Block | List | Words;
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl' | '2xl' | '3xl' | '4xl';
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
  /** Takes the space that is left beside it. */
  grows?: boolean;
  /** Space above and below. */
  mt?: Space;
  mb?: Space;
}

interface FlexProps extends BoxProps {
  gap?: Space;
  /** Between rows, where that differs. */
  rowGap?: Space;
  align?: 'start' | 'end' | 'center' | 'baseline' | 'stretch';
  justify?: 'between' | 'center' | 'end';
  wraps?: boolean;
  /** Stands within a line of text. */
  within?: boolean;
}

/** `gap-md` for a value, `wraps` for what is true. */
const classOf = ([name, value]: [string, string | boolean | undefined]): string | undefined =>
  typeof value === 'string' ? classes[`${name}-${value}`] : value ? classes[name] : undefined;

function box(kind: string | undefined, { as = 'div', className, ...props }: FlexProps) {
  const { size, weight, tone, tight, tabular, nowrap, breaks, cut, grows, mt, mb, ...others } = props;
  const { gap, rowGap, align, justify, wraps, within, ...rest } = others;
  const text = { size, weight, tone, tight, tabular, nowrap, breaks, cut, grows, mt, mb };
  const flex = { within, gap, rowGap, align, justify, wraps };
  const named = Object.entries({ ...flex, ...text }).map(classOf);
  return createElement(as, { ...rest, className: [kind, ...named, className].filter(Boolean).join(' ') || undefined });
}

/** Parts below each other. */
export const Stack = (props: FlexProps) => box(classes.stack, props);

/** Parts beside each other. */
export const Inline = (props: FlexProps) => box(classes.inline, props);

/** Words in a size, weight and tone. */
export const Text = (props: BoxProps) => box(undefined, { as: 'span', ...props });

/** A small explanation. */
export const Note = (props: BoxProps) => box(undefined, { as: 'p', size: 'sm', tone: 'muted', ...props });

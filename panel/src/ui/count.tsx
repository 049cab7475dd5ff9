import { VisuallyHidden } from '@mantine/core';
import { Text } from './box.tsx';
import classes from './count.module.css';
import { useFormat } from './format.ts';

interface CountProps {
  value: number;
  /** There are more than were counted. */
  isMore?: boolean;
  tone?: 'neutral' | 'accent' | 'danger';
  /** What is counted, for who hears it without the name beside. */
  label?: string;
}

/** How many there are, beside the name of a tab, a heading or an entry of the menu. */
export function Count({ value, isMore = false, tone = 'neutral', label }: CountProps) {
  const format = useFormat();
  return (
    <Text className={classes.count} size="xs" weight="strong" tabular data-tone={tone}>
      <span aria-hidden={label !== undefined || undefined}>{`${format.number(value)}${isMore ? '+' : ''}`}</span>
      {label !== undefined && <VisuallyHidden>{label}</VisuallyHidden>}
    </Text>
  );
}

import { TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Stack } from '../ui/box.tsx';
import { Picture } from './pictures.tsx';
import classes from './series-pick.module.css';

export interface SeriesOffer {
  readonly id: string;
  readonly title: string;
  readonly hint?: ReactNode;
  readonly picture: string | undefined;
}

interface SeriesPickProps {
  label: string;
  /** Above the field in which one types. */
  search: string;
  /** Said where nothing is found. */
  none: string;
  typed: string;
  onType: (text: string) => void;
  offers: readonly SeriesOffer[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
  autoFocus?: boolean;
}

/** A series to choose by its name and poster from those that were found. */
export function SeriesPick(props: SeriesPickProps) {
  const { label, search, none, typed, onType, offers, chosen, onChoose, autoFocus = false } = props;
  const name = useId();
  return (
    <fieldset className={classes.pick}>
      <legend>{label}</legend>
      <TextInput
        type="search"
        aria-label={search}
        placeholder={search}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        {...(autoFocus && { 'data-autofocus': true })}
      />
      <Stack className={classes.offers} gap="3xs" framed="plain">
        {offers.map(({ id, title, hint, picture }) => (
          <label key={id} className={classes.offer} data-chosen={id === chosen || undefined}>
            <input type="radio" name={name} checked={id === chosen} onChange={() => onChoose(id)} />
            <Picture src={picture} shape="poster" />
            <Stack as="span">
              <bdi>{title}</bdi>
              {hint && <small>{hint}</small>}
            </Stack>
          </label>
        ))}
        {offers.length === 0 && <p className={classes.none}>{none}</p>}
      </Stack>
    </fieldset>
  );
}

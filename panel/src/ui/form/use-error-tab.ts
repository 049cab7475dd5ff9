import { useLayoutEffect, useRef } from 'react';
import type { FormValues } from './fields.ts';
import type { SchemaForm } from './use-schema-form.ts';

/** Opens the first tab that has an error whenever the form shows its errors, unless the open one has an error too. */
export function useErrorTab<V extends FormValues, Tab extends string>(
  form: SchemaForm<V>,
  fields: Readonly<Record<Tab, readonly (keyof V)[]>>,
  tabs: readonly Tab[],
  { open, onOpen }: { readonly open: Tab; readonly onOpen: (tab: Tab) => void },
): (tab: Tab) => boolean {
  const { errors, errorsShown } = form;
  const hasError = (tab: Tab): boolean => fields[tab].some((name) => errors[name] !== undefined);
  const openError = () => {
    const wrong = tabs.find(hasError);
    if (wrong !== undefined && !hasError(open)) onOpen(wrong);
  };
  const latest = useRef(openError);
  latest.current = openError;
  // A layout effect, so that the field is visible by the time that the form focuses it.
  useLayoutEffect(() => {
    if (errorsShown > 0) latest.current();
  }, [errorsShown]);
  return hasError;
}

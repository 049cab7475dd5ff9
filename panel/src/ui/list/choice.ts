/** A filter that takes one of a few values, each by what it is called. */
export const choice = <const Name extends string, Value extends string>(
  name: Name,
  label: string,
  values: readonly Value[],
  nameOf: (value: Value) => string,
) => ({ kind: 'choice', name, label, options: values.map((value) => ({ value, label: nameOf(value) })) }) as const;

import { useDetailSentence } from '../../api/detail-words.ts';
import type { ApiError } from '../../api/errors.ts';
import { useWords } from '../../words/define.ts';
import { isUnreadableDate } from '../date/days.ts';
import { useFormat } from '../format.ts';
import { uiWords } from '../words.ts';
import type { FieldSpec, FieldSpecs, FieldValue, FormValues, Unread } from './fields.ts';

const isBlank = (value: FieldValue): boolean => value === null || (typeof value === 'string' && value.trim() === '');

type Bounds = Readonly<{ min?: number; max?: number }>;

/** Whether a number is below or above what it may be, and the bounds that there are. */
function outside(value: number, { min, max }: Bounds): 'range' | 'tooSmall' | 'tooLarge' | undefined {
  if ((min === undefined || value >= min) && (max === undefined || value <= max)) return undefined;
  if (min !== undefined && max !== undefined) return 'range';
  return min === undefined ? 'tooLarge' : 'tooSmall';
}

/** What is wrong with what was typed, in words. */
export function useFaults() {
  const t = useWords(uiWords);
  const format = useFormat();
  const sentenceOf = useDetailSentence();

  function faultOfText(spec: FieldSpec, value: string): string | undefined {
    if (spec.kind === 'date') return isUnreadableDate(value) ? t('form.notDate') : undefined;
    if (spec.kind !== 'text' && spec.kind !== 'email' && spec.kind !== 'long') return undefined;
    if (spec.kind === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return t('form.notEmail');
    const { min = 0, max = Number.POSITIVE_INFINITY } = spec;
    if (value.length > max) return t('form.tooLong', { max });
    return value.length < min ? t('form.tooShort', { min }) : undefined;
  }

  function faultOfNumber(value: number, bounds: Bounds): string | undefined {
    const fault = outside(value, bounds);
    const { min = 0, max = 0 } = bounds;
    return fault && t(`form.${fault}`, { min: format.number(min), max: format.number(max) });
  }

  /** As far as this side can tell; the server has the last word. */
  function faultOf(spec: FieldSpec, value: FieldValue): string | undefined {
    if (isBlank(value)) return spec.required ? t('form.required') : undefined;
    if (typeof value === 'number' && spec.kind === 'number') return faultOfNumber(value, spec);
    return typeof value === 'string' ? faultOfText(spec, value) : undefined;
  }

  function faultsOf<V extends FormValues>(
    fields: FieldSpecs<V>,
    values: V,
    unread: Unread,
  ): Partial<Record<keyof V, string>> {
    const names: (keyof V)[] = Object.keys(fields);
    const found: Partial<Record<keyof V, string>> = {};
    for (const name of names) {
      const wrong = unread[String(name)] === undefined ? undefined : t('form.notNumber');
      const fault = wrong ?? faultOf(fields[name], values[name] ?? null) ?? fields[name].fault?.(values);
      if (fault) found[name] = fault;
    }
    return found;
  }

  /** What the server has refused about which field. */
  function refusedIn(fields: object, { details }: ApiError): Partial<Record<string, string>> {
    const refused: Partial<Record<string, string>> = {};
    for (const detail of details) {
      const { path, code, message } = detail;
      if (path in fields) refused[path] = code === undefined ? t('form.invalid', { message }) : sentenceOf(detail);
    }
    return refused;
  }

  return { faultsOf, refusedIn } as const;
}

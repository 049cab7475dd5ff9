/** The columns of a provider's file whose headings are not ours, as the operator named them. */
export interface ColumnMapping {
  readonly idColumn: string;
  readonly amountColumn: string;
  readonly dateColumn: string;
  /** Empty if all amounts are in `currency`. */
  readonly currencyColumn: string;
  readonly currency: string;
  readonly amountUnit: 'minor' | 'major';
}

export const noMapping: ColumnMapping = {
  ...{ idColumn: '', amountColumn: '', dateColumn: '', currencyColumn: '', currency: 'USD' },
  amountUnit: 'major',
};

/** The part of a file that holds its headings. */
const firstBytes = 65_536;
const separators = [',', ';', '\t'];

/** The headings in the first line of a file. */
export async function headingsOf(file: File): Promise<string[]> {
  const text = await file.slice(0, firstBytes).text();
  const [line = ''] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const [separator = ','] = separators.toSorted((one, other) => line.split(other).length - line.split(one).length);
  const names = line.split(separator).map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
  return [...new Set(names.filter(Boolean))];
}

export function queryOf({ currencyColumn, currency, ...columns }: ColumnMapping): string {
  const money: Record<string, string> = currencyColumn === '' ? { currency } : { currencyColumn };
  return new URLSearchParams({ ...columns, ...money }).toString();
}

/** Whether the file has the columns, so that a mapping of an earlier file fits. */
export const fits = ({ idColumn, amountColumn, dateColumn, currencyColumn }: ColumnMapping, names: readonly string[]) =>
  [idColumn, amountColumn, dateColumn].every((name) => names.includes(name)) &&
  (currencyColumn === '' || names.includes(currencyColumn));

const keyOf = (rail: string): string => `cliffhanger.columns.${rail}`;

/** The mapping of the last file of a rail. */
export function savedMapping(rail: string): ColumnMapping {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(keyOf(rail)) ?? '{}');
    const given = new Map(Object.entries(typeof saved === 'object' && saved !== null ? saved : {}));
    const text = (name: keyof ColumnMapping): string => String(given.get(name) ?? noMapping[name]);
    return {
      idColumn: text('idColumn'),
      amountColumn: text('amountColumn'),
      dateColumn: text('dateColumn'),
      currencyColumn: text('currencyColumn'),
      currency: text('currency'),
      amountUnit: given.get('amountUnit') === 'minor' ? 'minor' : 'major',
    };
  } catch {
    return noMapping;
  }
}

export function saveMapping(rail: string, mapping: ColumnMapping): void {
  try {
    localStorage.setItem(keyOf(rail), JSON.stringify(mapping));
  } catch {
    // The operator names the columns again next time.
  }
}

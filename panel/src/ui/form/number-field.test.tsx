import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../../../test/render.tsx';
import { SchemaFields } from './schema-form.tsx';
import { useSchemaForm } from './use-schema-form.ts';

interface Price extends Readonly<Record<string, number | null>> {
  readonly price: number | null;
}

function PriceForm({ onPrice }: { onPrice: (price: number | null) => void }) {
  const fields = { price: { kind: 'number', label: 'Price', decimals: 2, min: 0 } } as const;
  const form = useSchemaForm<Price>(fields, { values: { price: null }, tag: null }, { draft: 'price' });
  return (
    <SchemaFields form={form} onSubmit={() => onPrice(form.values.price)}>
      <button type="submit">Save</button>
    </SchemaFields>
  );
}

it.each([
  ['0.50', 0.5],
  ['12.05', 12.05],
  ['1.', 1],
  ['7', 7],
  ['1,234.50', 1234.5],
  ['١٢', 12],
])('a price of %s can be typed, and is %d', async (typed, price) => {
  const prices: (number | null)[] = [];
  const { user } = await renderUi(<PriceForm onPrice={(one) => prices.push(one)} />);
  const field = screen.getByLabelText<HTMLInputElement>('Price');
  await user.type(field, typed);
  expect(field.value).toBe(typed);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(prices).toEqual([price]);
});

it.each([
  ['0.999', 'Enter at most 2 digits after the point.'],
  ['1.234,50', 'Enter a number such as 1,234.5.'],
])('a price of %s is refused, stays as it was typed and is shown again', async (typed, fault) => {
  const prices: (number | null)[] = [];
  const first = await renderUi(<PriceForm onPrice={(one) => prices.push(one)} />);
  await first.user.type(screen.getByLabelText('Price'), typed);
  cleanup();
  const { user } = await renderUi(<PriceForm onPrice={(one) => prices.push(one)} />);
  const field = screen.getByLabelText<HTMLInputElement>('Price');
  expect(field.value).toBe(typed);
  screen.getByText(fault);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(prices).toEqual([]);
  await user.clear(field);
  await user.type(field, '3{ArrowUp}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(prices).toEqual([4]);
});

import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';

afterEach(() => document.body.replaceChildren());

it('an element that is missing is told of with the page, at once and after a wait', async () => {
  document.body.innerHTML = '<p>Only this</p>';
  expect(() => screen.getByText('Something else')).toThrow(/Something else.*Only this/s);
  await expect(screen.findByText('Something else', {}, { timeout: 120 })).rejects.toThrow(/Something else.*Only this/s);
});

it('the page is not printed while it is still waited for', async () => {
  document.body.innerHTML = '<p>Only this</p>';
  const said: string[] = [];
  const look = () => {
    try {
      return screen.getByText('Something else');
    } catch (error) {
      said.push(String(error));
      throw error;
    }
  };
  await waitFor(look, { timeout: 120 }).catch(() => undefined);
  expect(said.length).toBeGreaterThan(1);
  expect(said.filter((text) => text.includes('Only this'))).toEqual([]);
});

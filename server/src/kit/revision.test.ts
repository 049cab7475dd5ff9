import { expect, it } from 'vitest';
import { mustMatch } from './revision.ts';

it.each<[string | undefined, string]>([
  [undefined, 'an edit that names no edition'],
  ['"7"', 'the edition that is there'],
  ['  "7"  ', 'the edition that is there, with blanks'],
  ['"6", "7"', 'a list that names it'],
  ['"5","7","9"', 'a list that names it, without blanks'],
  ['W/"6", "7"', 'a list that names it beside a weak tag'],
  ['*', 'any edition'],
  [' * ', 'any edition, with blanks'],
])('an edit passes with If-Match %s: %s', (ifMatch) => {
  expect(() => mustMatch(ifMatch, 7)).not.toThrow();
});

it.each([
  ['"6"', 'an older edition'],
  ['"8"', 'an edition that is yet to come'],
  ['"77"', 'a number that begins alike'],
  ['"5", "6"', 'a list without it'],
  ['W/"7"', 'a weak tag, which never matches'],
  ['"07"', 'the number in another spelling'],
  ['"*"', 'a star as a tag'],
  ['"6,7"', 'a tag with a comma inside'],
  ['""', 'an empty tag'],
])('an edit is stale with If-Match %s: %s', (ifMatch) => {
  expect(() => mustMatch(ifMatch, 7)).toThrow('stale_write');
});

it.each([
  ['abc', 'a word'],
  ['7', 'no quotes'],
  ["'7'", 'other quotes'],
  ['"7', 'a quote that does not end'],
  ['"7 "', 'a blank inside'],
  ['w/"7"', 'a weak tag in lower case'],
  ['"7" "8"', 'a list without commas'],
  ['"7", *', 'a star in a list'],
  ['"7",', 'a list that does not end'],
  ['', 'nothing'],
  [',', 'an empty list'],
])('an edit is malformed with If-Match %s: %s', (ifMatch) => {
  expect(() => mustMatch(ifMatch, 7)).toThrow(
    expect.objectContaining({
      body: expect.objectContaining({
        statusCode: 400,
        error: 'validation_failed',
        details: [{ path: 'If-Match', message: expect.any(String) }],
      }),
    }),
  );
});

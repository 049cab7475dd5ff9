import { describe, expect, it } from 'vitest';
import { diffLists, freeDayStops } from './rules.ts';

describe('differences between lists', () => {
  it.each([
    ['the same', 'abc', 'abc', '', '', ''],
    ['one more', 'abc', 'axbc', 'x', '', ''],
    ['one less', 'abc', 'ac', '', 'b', ''],
    ['the last one first', 'abcd', 'dabc', '', '', 'd'],
    ['two changed places', 'abc', 'acb', '', '', 'b'],
    ['all the other way round', 'abc', 'cba', '', '', 'ba'],
    ['others in another order', 'abcd', 'xdab', 'x', 'c', 'd'],
    ['from nothing', '', 'ab', 'ab', '', ''],
    ['to nothing', 'ab', '', '', 'ab', ''],
  ])('%s', (_name, now, then, added, removed, moved) => {
    expect(diffLists([...now], [...then])).toEqual({ added: [...added], removed: [...removed], moved: [...moved] });
  });
});

describe('changes of the free series', () => {
  const days = ['2030-01-01', '2030-01-02', '2030-01-03', '2030-01-04'];
  const entries = [
    { date: '2030-01-02', seriesId: 'general', marketCode: null },
    { date: '2030-01-03', seriesId: 'general', marketCode: null },
    { date: '2030-01-03', seriesId: 'own', marketCode: 'ID' },
  ];
  it.each([
    ['a market with an entry of its own', 'ID', ['02 general', '03 own', '04 null']],
    ['any other', 'EG', ['02 general', '04 null']],
    ['none in particular', null, ['02 general', '04 null']],
  ])('in %s', (_name, market, expected) => {
    const stops = freeDayStops(days, entries, market);
    expect(stops.map(({ at, seriesId }) => `${at.toISOString().slice(8, 10)} ${seriesId}`)).toEqual(expected);
  });
});

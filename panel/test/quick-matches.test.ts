import { expect, it } from 'vitest';

const page = `
  <a href="#top">Up</a><a>Nowhere</a><input type="checkbox"><script></script>
  <div data-names="a,p"><p class="note">One</p></div><svg><title>Two</title></svg>`;

it.each([
  ...['*', 'a', 'a[href]', 'p.note', 'input[type="checkbox"]', ':not(a)', '[data-names]'],
  ...['script, style', 'p.note, input[type="checkbox"]', 'div > p', 'svg title', 'div p, a'],
  ...['div[data-names="a,p"]', 'div:is(.wide, [data-names])', 'div:has(> p, b)', 'div[data-names~="a,p"]'],
])('an element fits %s when it is found by it', (selector) => {
  const host = document.createElement('main');
  host.innerHTML = page;
  const found = [...host.querySelectorAll(selector)];
  expect(found).not.toEqual([]);
  expect([...host.querySelectorAll('*')].filter((element) => element.matches(selector))).toEqual(found);
});

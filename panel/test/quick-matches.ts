/**
 * A selector that begins with the name of an element does not fit elements of another name. To tell the role of one
 * element testing-library asks for a hundred such selectors, and to find a text it asks every element whether it is a
 * script: each time jsdom would work through the whole selector.
 */

const beginning = /^([a-z][a-z\d]*)[^\s>+~]*$/;
const known = new Map<string, ReadonlySet<string> | null>();

/** The names of elements that may fit; null where that cannot be told from how the selector begins. */
function namesIn(selector: string): ReadonlySet<string> | null {
  const names = selector.split(',').flatMap((one) => beginning.exec(one.trim())?.[1] ?? []);
  return names.length === selector.split(',').length ? new Set(names) : null;
}

function knownNames(selector: string): ReadonlySet<string> | null {
  const names = known.get(selector);
  if (names !== undefined) return names;
  const found = namesIn(selector);
  known.set(selector, found);
  return found;
}

const { matches } = Element.prototype;

export function quickMatches(this: Element, selector: string): boolean {
  if (selector === '*') return true;
  const names = knownNames(selector);
  return (names === null || names.has(this.localName)) && matches.call(this, selector);
}

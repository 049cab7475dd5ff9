/**
 * The style of an element, as far as roles and names go by it. No style sheet is loaded here but Mantine's variables, in
 * all of which jsdom would look for each element at each question, for a sixth of the time that the tests take.
 */

const neverShown = new Set(['head', 'link', 'meta', 'script', 'style', 'template', 'title']);

const styleOf = (element: Element): CSSStyleDeclaration | undefined =>
  element instanceof HTMLElement || element instanceof SVGElement ? element.style : undefined;

function displayOf(element: Element): string {
  if (neverShown.has(element.localName) || element.hasAttribute('hidden')) return 'none';
  return styleOf(element)?.display || 'block';
}

/** It is handed down, unlike the rest. */
function visibilityOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const own = styleOf(at)?.visibility;
    if (own) return own;
  }
  return 'visible';
}

const computed = new Map([
  ['display', displayOf],
  ['visibility', visibilityOf],
]);

export function computedStyle(element: Element): CSSStyleDeclaration {
  const own = styleOf(element) ?? document.createElement('i').style;
  const valueNamed = (name: string): string => computed.get(name)?.(element) ?? own.getPropertyValue(name);
  return new Proxy(own, {
    get(style, name): unknown {
      if (name === 'getPropertyValue') return valueNamed;
      if (name === 'display' || name === 'visibility') return valueNamed(name);
      const value: unknown = Reflect.get(style, name);
      return typeof value === 'function' ? value.bind(style) : value;
    },
  });
}

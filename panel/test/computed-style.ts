/**
 * The style of an element, as far as roles and names go by it. No style sheet is loaded here but Mantine's variables, in
 * all of which jsdom would look for each element at each question, for a sixth of the time that the tests take.
 */

const neverShown = new Set(['head', 'link', 'meta', 'script', 'style', 'template', 'title']);

/** Only where it has one: jsdom makes the style of an element when it is first asked for, which takes long. */
const styleOf = (element: Element): CSSStyleDeclaration | undefined =>
  element.hasAttribute('style') && (element instanceof HTMLElement || element instanceof SVGElement)
    ? element.style
    : undefined;

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

const noStyle = document.createElement('i').style;

function liveStyle(element: Element): CSSStyleDeclaration {
  const own = (): CSSStyleDeclaration => styleOf(element) ?? noStyle;
  const valueNamed = (name: string): string => computed.get(name)?.(element) ?? own().getPropertyValue(name);
  return new Proxy(noStyle, {
    get(_style, name): unknown {
      if (name === 'getPropertyValue') return valueNamed;
      if (name === 'display' || name === 'visibility') return valueNamed(name);
      const style = own();
      const value: unknown = Reflect.get(style, name);
      return typeof value === 'function' ? value.bind(style) : value;
    },
  });
}

/** As in a browser, what was given once follows the element. */
const given = new WeakMap<Element, CSSStyleDeclaration>();

export function computedStyle(element: Element): CSSStyleDeclaration {
  const style = given.get(element) ?? liveStyle(element);
  given.set(element, style);
  return style;
}

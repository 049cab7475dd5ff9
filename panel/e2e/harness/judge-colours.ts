import type { AxeResults, RunOptions } from 'axe-core';

declare global {
  interface Window {
    readonly axe: { run(context: { include: Element[] }, options: RunOptions): Promise<AxeResults> };
  }
}

export interface Finding {
  readonly id: string;
  readonly impact?: string | null | undefined;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string | undefined }[];
}

interface Given {
  /** The looks that have passed before. */
  readonly passed: readonly string[];
  /** Parts that are passed over. */
  readonly exclude: readonly string[];
  readonly options: RunOptions;
}

/**
 * Runs in the page, so it uses nothing around it. The contrast of a text comes of its own colour, size and weight and of
 * what its ancestors paint behind it. Texts that have all of these in common look alike, and axe, which takes a hundred
 * times longer, judges only looks that it has not passed yet. One that it could not judge, as under a dialog, is none.
 */
export async function judgeColours({ passed, exclude, options }: Given) {
  const layers = new Map<Element, string>();
  const behind = (element: Element | null): string => {
    if (element === null) return '';
    const known = layers.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
    const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join();
    const isBare = own === 'rgba(0, 0, 0, 0),none,1,none,normal';
    const all = behind(element.parentElement) + (isBare ? '' : `${own};`);
    layers.set(element, all);
    return all;
  };
  const lookOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
    const text = element.closest('a')?.parentElement;
    const around = text ? getComputedStyle(text).color : '';
    return [color, fontSize, fontWeight, textShadow, textDecorationLine, around, behind(element)].join();
  };
  const hasText = (element: Element): boolean =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
  const isLeftOut = (element: Element): boolean => exclude.some((part) => element.closest(part) !== null);

  // What lies under a dialog cannot be judged, however often it is tried.
  const top = [...document.querySelectorAll('[role=dialog][aria-modal=true]')].at(-1) ?? document.body;
  const known = new Set(passed);
  const looks = new Map<Element, string>();
  for (const element of top.querySelectorAll('*')) {
    if (!hasText(element) || isLeftOut(element)) continue;
    const look = lookOf(element);
    if (!known.has(look)) looks.set(element, look);
  }
  if (looks.size === 0) return { violations: [], passed: [] };
  const result = await window.axe.run({ include: [...looks.keys()] }, options);
  const contrast = result.passes.filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes);
  // Without the elements, which cannot leave the page.
  const violations = result.violations.map(({ id, impact, nodes }) => ({
    id,
    impact,
    nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
  }));
  return {
    violations,
    passed: [...new Set(contrast.flatMap(({ element }) => (element && looks.get(element)) ?? []))],
  };
}

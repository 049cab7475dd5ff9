/** A button, tab or link of the page, to be pressed by its name from elsewhere. */
export interface PageAction {
  readonly label: string;
  press(): void;
}

const pressable = 'button, [role=tab], header a[href]';
/** What belongs to one row or field of many, and what is off. */
const leftOut = 'tr, [role=row], [role=listbox], form [role=group], [aria-disabled=true], [data-disabled], :disabled';

const labelOf = (element: Element): string =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();

/** What lies on top: an open drawer or dialog, else the page itself. */
function topmost(): Element | null {
  return [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document.querySelector('main');
}

/** What can be pressed at this moment. A name that several have says too little to choose one of them by. */
export function listPageActions(): PageAction[] {
  const found = [...(topmost()?.querySelectorAll<HTMLElement>(pressable) ?? [])]
    .filter((element) => !element.closest(leftOut) && element.checkVisibility?.() !== false)
    .map((element) => ({ element, label: labelOf(element) }));
  const counts = new Map<string, number>();
  for (const { label } of found) counts.set(label, (counts.get(label) ?? 0) + 1);
  return found
    .filter(({ label }) => label !== '' && counts.get(label) === 1)
    .map(({ element, label }) => ({
      label,
      press: () => {
        element.focus();
        element.click();
      },
    }));
}

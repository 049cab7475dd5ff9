/** A button, tab, link or field of the page, to be reached by its name from elsewhere. */
export interface PageAction {
  readonly label: string;
  /** Presses it; a field gets the focus. */
  run(): void;
}

const fields = 'input:not([type=file], [type=hidden]), textarea, select';
const reached = `button, [role=tab], header a[href], ${fields}`;
/** What belongs to one row of many, and what is off. */
const leftOut = 'tr, [role=row], [role=listbox], [aria-disabled=true], [data-disabled], :disabled';

function labelOf(element: HTMLElement): string {
  const label = 'labels' in element && element.labels instanceof NodeList ? element.labels[0]?.textContent : undefined;
  const text = element.getAttribute('aria-label') ?? (element.matches(fields) ? label : element.textContent) ?? '';
  return text.replace(/\s+/g, ' ').trim();
}

/** What lies on top: an open drawer or dialog, else the page itself. */
const topmost = (): Element | null =>
  [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document.querySelector('main');

/** What can be reached at this moment. A name that several have says too little to choose one of them by. */
export function listPageActions(): PageAction[] {
  const found = [...(topmost()?.querySelectorAll<HTMLElement>(reached) ?? [])]
    .filter((element) => !element.closest(leftOut) && element.checkVisibility?.() !== false)
    .map((element) => ({ element, label: labelOf(element) }));
  const counts = new Map<string, number>();
  for (const { label } of found) counts.set(label, (counts.get(label) ?? 0) + 1);
  return found
    .filter(({ label }) => label !== '' && counts.get(label) === 1)
    .map(({ element, label }) => ({
      label,
      run: () => {
        element.focus();
        if (!element.matches(fields)) element.click();
      },
    }));
}

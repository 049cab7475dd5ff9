/**
 * Bars with buttons that stand at the foot of the screen: toasts are shown above the tallest of them, and what is focused
 * is scrolled so far that none covers it, by the variable `--foot-bar`.
 */
const bars = new Set<HTMLElement>();
const name = '--foot-bar';
/** Between a bar and what stands above it. */
const gap = 16;

function updateHeight(): void {
  const { style } = document.documentElement;
  const tallest = Math.max(0, ...[...bars].map(({ offsetHeight }) => offsetHeight));
  if (tallest === 0) style.removeProperty(name);
  else style.setProperty(name, `${tallest + gap}px`);
}

/** A bar comes with the first key that is typed, and must not cover the field that it is typed into. */
function uncoverFocus(bar: HTMLElement): void {
  const { activeElement: focused } = document;
  if (!focused || focused === document.body || bar.contains(focused)) return;
  const [its, ours] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()];
  if (its.bottom > ours.top && its.top < ours.bottom) focused.scrollIntoView({ block: 'nearest' });
}

/** For `ref`: the bar counts for as long as it is there. */
export function registerFootBar(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  bars.add(bar);
  const observer = new ResizeObserver(updateHeight);
  observer.observe(bar);
  updateHeight();
  uncoverFocus(bar);
  return () => {
    observer.disconnect();
    bars.delete(bar);
    updateHeight();
  };
}

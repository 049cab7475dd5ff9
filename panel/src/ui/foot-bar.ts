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
  const room = Math.max(0, ...[...bars].map(roomFor));
  if (room === 0) style.removeProperty(name);
  else style.setProperty(name, `${room}px`);
}

/** At the end of a page a bar may stand higher than at the foot of the screen. */
function roomFor(bar: HTMLElement): number {
  const { offsetHeight } = bar;
  return offsetHeight === 0 ? 0 : Math.max(offsetHeight + gap, window.innerHeight - bar.getBoundingClientRect().top);
}

const scrolling = { capture: true, passive: true } as const;

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
  if (bars.size === 0) document.addEventListener('scroll', updateHeight, scrolling);
  bars.add(bar);
  const observer = new ResizeObserver(updateHeight);
  observer.observe(bar);
  // A dialog that grows moves its foot.
  if (bar.parentElement) observer.observe(bar.parentElement);
  updateHeight();
  uncoverFocus(bar);
  return () => {
    observer.disconnect();
    bars.delete(bar);
    if (bars.size === 0) document.removeEventListener('scroll', updateHeight, scrolling);
    updateHeight();
  };
}

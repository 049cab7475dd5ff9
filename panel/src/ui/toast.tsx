import { type ComponentType, useSyncExternalStore } from 'react';
import { useWords } from '../words/define.ts';
import type { Toast } from './toast-region.tsx';
import { checkVersion } from './version.ts';
import { uiWords } from './words.ts';

/** Where messages appear. It comes after the first screen, or with the first message. */
let Region: ComponentType | undefined;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export async function loadToasts() {
  const part = await import('./toast-region.tsx');
  Region = part.ToastRegion;
  for (const listener of listeners) listener();
  return part;
}

/** Says what was done, beside the work and without asking for anything. */
export function useToast(): (toast: Toast) => void {
  const t = useWords(uiWords);
  return (toast) => void loadToasts().then(({ showToast }) => showToast(toast, t('close')), checkVersion);
}

export function Toasts() {
  const Shown = useSyncExternalStore(subscribe, () => Region);
  return Shown && <Shown />;
}

import type { Language } from '../../words/define.ts';

/** What the app says itself, in the language that the device is set to and not in that of the panel. */
export const deviceWords: Readonly<Record<Language, { readonly freeToday: string; readonly free: string }>> = {
  en: { freeToday: 'Free today', free: 'Free' },
  ar: { freeToday: 'مجاني اليوم', free: 'مجاني' },
  id: { freeToday: 'Gratis hari ini', free: 'Gratis' },
};

import { readable, useWords } from '../../words/define.ts';
import { paymentWords } from './words.ts';

const { providers } = paymentWords.en;
const isProvider = (name: string): name is keyof typeof providers => Object.hasOwn(providers, name);

/** Who reports payments, by the name that the configuration has for it. */
export function useProviderName(): (provider: string) => string {
  const t = useWords(paymentWords);
  return (provider) => (isProvider(provider) ? t(`providers.${provider}`) : readable(provider));
}

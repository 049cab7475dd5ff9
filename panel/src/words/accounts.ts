import { type Localized, useLanguage } from './define.ts';
import { useRailName } from './rails.ts';
import { serverTables, useServerWord } from './server.ts';

const iap = 'source_iap_';
const fromRail: Localized = {
  en: 'From purchases by {{rail}}',
  ar: 'من مشتريات عبر {{rail}}',
  id: 'Dari pembelian lewat {{rail}}',
};

/** Where coins come from and go to, as people say it. */
export function useAccountName(): (account: string) => string {
  const language = useLanguage();
  const word = useServerWord();
  const railName = useRailName();
  return (account) => {
    const isKnown = Object.hasOwn(serverTables.target, account);
    if (isKnown || !account.startsWith(iap)) return word('target', account);
    return fromRail[language].replace('{{rail}}', railName(account.slice(iap.length)));
  };
}

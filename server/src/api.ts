import { approvalEffectsOf } from './features/approvals/public.ts';
import { auditEffects, changeEffects } from './features/audit/public.ts';
import { ledgerEffects } from './features/ledger/public.ts';
import { Effects } from './kit/http/effects.ts';
import type { Endpoint } from './kit/http/endpoint.ts';
import { openApi } from './kit/http/openapi.ts';
import type { StreamRoute } from './kit/http/streams.ts';

/** What the API as a whole says about itself: its name, its parts, and what a change can do. */

export const version = '0.1.0';

/** The lists that every dry run and every approval shows. */
export const effectLists = [
  ledgerEffects,
  auditEffects,
  approvalEffectsOf([ledgerEffects, auditEffects, changeEffects]),
  changeEffects,
];
export const newEffects = (): Effects => new Effects(effectLists);

const tagOf = (url: string): string => {
  const [, , first = '', second = ''] = url.split('/');
  return first === 'admin' ? `admin: ${second}` : 'mobile';
};

export const describeApi = (
  endpoints: readonly Endpoint[],
  streams: readonly StreamRoute[] = [],
): Record<string, unknown> =>
  openApi(
    endpoints,
    {
      ...{ title: 'Cliffhanger', description: 'Admin API and mobile endpoints.', version },
      effects: effectLists,
      tagOf,
    },
    streams,
  );

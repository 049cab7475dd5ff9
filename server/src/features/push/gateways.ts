import type { PushService } from '../../gateways/push/service.ts';

/** The world outside, as push needs it. */
export type { PushService, PushSubscription } from '../../gateways/push/service.ts';
export type PushInfo = Pick<PushService, 'mode' | 'publicKey' | 'faultOf'>;

import type { PushService } from '../../gateways/push/web-push.ts';

export type { PushService, PushSubscription } from '../../gateways/push/web-push.ts';
export type PushInfo = Pick<PushService, 'mode' | 'publicKey' | 'faultOf'>;

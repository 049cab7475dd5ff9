import type { PushService } from '../../gateways/push/push-service.ts';

export { type DeviceKind, deviceKinds, type PhoneKind, type PushDevice } from '../../gateways/push/channel.ts';
export { type PushMode, type PushService, pushModes } from '../../gateways/push/push-service.ts';
export type PushInfo = Pick<PushService, 'mode' | 'kinds' | 'publicKey' | 'faultOf'>;

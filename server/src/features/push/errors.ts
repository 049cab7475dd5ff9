import { declareError } from '../../kit/errors.ts';

/** There are no keys to send with. */
export const pushNotConfigured = declareError(409, 'push_not_configured');

/** Someone has stopped all pushes. */
export const pushStopped = declareError(409, 'push_stopped');

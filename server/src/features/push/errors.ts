import { declareError } from '../../kit/errors.ts';

export const pushNotConfigured = declareError(409, 'push_not_configured');

export const pushStopped = declareError(409, 'push_stopped');

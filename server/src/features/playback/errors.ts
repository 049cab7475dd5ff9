import { Type } from 'typebox';
import { declareError } from '../../kit/errors.ts';

export const episodeLocked = declareError(403, 'episode_locked', { coinsRequired: Type.Integer() });

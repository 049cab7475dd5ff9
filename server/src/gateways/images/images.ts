import { Type } from 'typebox';
import { refuse, unavailable } from '../../kit/errors.ts';
import { formsAtOnce } from '../../kit/http/request-context.ts';
import { oneOf } from '../../kit/http/schema.ts';
import { parseOrUndefined } from '../../kit/http/validate.ts';
import { createDecoder, DecoderBusy, type DecoderOptions } from '../processes/decoder.ts';
import { DecoderFault } from '../processes/decoder-child.ts';
import { extensions, faults, type Reencoded } from './picture.ts';

/** Re-encodes images one after the other, in a separate process. */

export interface Images {
  reencode(bytes: Buffer): Promise<Reencoded>;
  stop(): void;
}

const defaults: DecoderOptions = {
  kind: 'image',
  /** 20% more than interlaced transparent images of 40 megapixels require. */
  memoryBytes: 1024 * 1024 * 1024,
  deadlineMs: 30_000,
  /** One is processed while the others wait. */
  maxWaiting: formsAtOnce - 1,
  /** Idle connections are closed after a minute. */
  answerMs: 40_000,
};

const readPicture = parseOrUndefined(
  Type.Object({
    picture: Type.Object({
      bytes: Type.Unknown(),
      extension: oneOf(extensions),
      width: Type.Integer(),
      height: Type.Integer(),
    }),
  }),
);
const readFault = parseOrUndefined(Type.Object({ error: oneOf(faults) }));

export function createImages(limits: Partial<DecoderOptions> = {}): Images {
  const decoder = createDecoder({ ...defaults, ...limits });
  return {
    async reencode(bytes) {
      try {
        return read(await decoder.run(bytes));
      } catch (error) {
        if (error instanceof DecoderBusy) return refuse(unavailable);
        if (error instanceof DecoderFault) return { error: 'too_costly' };
        throw error;
      }
    },
    stop: () => decoder.stop(),
  };
}

function read(answer: unknown): Reencoded {
  const picture = readPicture(answer)?.picture;
  if (picture?.bytes instanceof Uint8Array) return { picture: { ...picture, bytes: Buffer.from(picture.bytes) } };
  return readFault(answer) ?? { error: 'broken' };
}

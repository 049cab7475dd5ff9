import { Type } from 'typebox';
import { refuse, unavailable } from '../../kit/errors.ts';
import { formsAtOnce } from '../../kit/http/request-context.ts';
import { oneOf } from '../../kit/http/schema.ts';
import { parseOrUndefined } from '../../kit/http/validate.ts';
import { createDecoder, DecoderBusy, type DecoderOptions } from '../processes/decoder.ts';
import { DecoderFault } from '../processes/decoder-child.ts';
import { extensions, faults, type Reencoded } from './picture.ts';

/** Writes pictures anew, one after the other, in a process of their own. */

export interface Images {
  reencode(bytes: Buffer): Promise<Reencoded>;
  stop(): void;
}

const usual: DecoderOptions = {
  kind: 'image',
  /** What forty megapixels take, interlaced and with transparency, and a fifth more. */
  memoryBytes: 1024 * 1024 * 1024,
  deadlineMs: 30_000,
  /** One is read, and the others wait. */
  maxWaiting: formsAtOnce - 1,
  /** The server ends a connection on which nothing has moved for a minute; the answer has to come before that. */
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
  const decoder = createDecoder({ ...usual, ...limits });
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

import { type Static, Type } from 'typebox';
import { oneOf } from '../../../kit/http/schema.ts';

/** The properties of a video, or why the file is not one. */

export const formats = ['mp4', 'mov', 'webm'] as const;
export type Format = (typeof formats)[number];

const Probe = Type.Object({
  format: oneOf(formats),
  durationS: Type.Number(),
  width: Type.Number(),
  height: Type.Number(),
  hasSound: Type.Boolean(),
});
export type Probe = Static<typeof Probe>;

export const Probed = Type.Union([
  Type.Object({ probe: Probe }),
  Type.Object({ error: oneOf(['not_a_video', 'truncated', 'unreadable']) }),
]);
export type Probed = Static<typeof Probed>;

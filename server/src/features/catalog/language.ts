import { Type } from 'typebox';
import type { User } from '../users/public.ts';
import { type Language, languageOf, languagesAccepted } from './rules.ts';

/** In which language a viewer reads: the query says it, else the user, else their device, else English. */

export const langQuery = Type.Optional(
  Type.String({ maxLength: 35, description: 'en, ar or id; else the user’s own language, Accept-Language, English' }),
);

export const languageHeaders = {
  'accept-language': 'Languages that the viewer reads, where neither the query nor the user names one',
};

export const languageFor = (
  wish: string | undefined,
  { language }: User,
  { 'accept-language': accepted }: Readonly<Partial<Record<keyof typeof languageHeaders, string>>>,
): Language => languageOf(wish, language, ...languagesAccepted(accepted));

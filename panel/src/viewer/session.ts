import createClient from 'openapi-fetch';
import { ApiError, errorOf } from '../api/errors.ts';
import type { components, paths } from '../api/schema.d.ts';
import { fetchWithin, waitMs } from '../api/transport.ts';
import { isLanguage, type Language } from '../words/define.ts';

/** A phone in one market: who it signed in as, and what it calls the service with. */

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export const markets = [
  { code: 'ID', language: 'id' },
  { code: 'EG', language: 'ar' },
  { code: 'SA', language: 'ar' },
  { code: 'MY', language: 'id' },
  { code: 'US', language: 'en' },
] as const satisfies readonly { code: string; language: Language }[];

export interface Phone {
  readonly deviceId: string;
  readonly deviceSecret: string;
  readonly token: string;
  readonly country: string;
  readonly language: Language;
}

const storageKey = 'cliffhanger.viewer';
let phone: Phone | undefined;

/** Which phone this is, before it has signed in too. */
export const deviceId = (): string | undefined => phone?.deviceId;

function isPhone(value: unknown): value is Phone {
  if (typeof value !== 'object' || value === null) return false;
  const texts = ['deviceId', 'deviceSecret', 'token', 'country'] as const;
  return (
    texts.every((name) => typeof Reflect.get(value, name) === 'string') && isLanguage(Reflect.get(value, 'language'))
  );
}

function storedPhone(): Phone | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return isPhone(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function keep(next: Phone): Phone {
  phone = next;
  localStorage.setItem(storageKey, JSON.stringify(next));
  return next;
}

export const client = createClient<paths>({
  baseUrl: window.location.origin,
  fetch: fetchWithin(waitMs.read),
});
client.use({
  onRequest({ request }) {
    if (phone) request.headers.set('authorization', `Bearer ${phone.token}`);
    return request;
  },
});

interface Reply<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The data of a reply; a refusal is thrown as an ApiError. */
export async function dataOf<Data>(call: Promise<Reply<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch(() => {
    throw new ApiError('no_answer', 0);
  });
  if (!response.ok || data === undefined) throw errorOf(error, response);
  return data;
}

/** For replies without a body. */
export async function doneBy(call: Promise<Reply<unknown>>): Promise<void> {
  const { error, response } = await call.catch(() => {
    throw new ApiError('no_answer', 0);
  });
  if (!response.ok) throw errorOf(error, response);
}

/** Signs this browser in as a guest who has never been here. */
export async function newPhone(country: string, language: Language): Promise<Phone> {
  phone = undefined;
  const deviceId = crypto.randomUUID();
  const body = { deviceId, platform: 'web', countryCode: country, language, appVersion: '1.0.0', model: 'Viewer' };
  const { access_token: token, deviceSecret = '' } = await dataOf(client.POST('/v1/auth/guest', { body }));
  return keep({ deviceId, deviceSecret, token, country, language });
}

/** Where this browser's language is spoken, so that whoever looks can read it. */
const firstMarket = () =>
  navigator.languages.flatMap((one) => markets.filter(({ language }) => one.startsWith(language)))[0] ?? markets[0];

/** The guest of the last visit where the service still knows them, else a new one. Who is suspended stays who they are. */
export async function openPhone(): Promise<Phone> {
  const stored = storedPhone();
  if (!stored) return newPhone(firstMarket().code, firstMarket().language);
  phone = stored;
  const { response } = await client.GET('/v1/me').catch(() => {
    throw new ApiError('no_answer', 0);
  });
  return response.status === 401 ? newPhone(stored.country, stored.language) : stored;
}

/** Moves the phone to another market: the app shows what is offered there, in that language. */
export async function movePhone(current: Phone, country: string, language: Language): Promise<Phone> {
  await dataOf(client.PUT('/v1/me', { body: { countryCode: country, language } }));
  return keep({ ...current, country, language });
}

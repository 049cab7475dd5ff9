import { describe, expect, it } from 'vitest';
import { encrypt, isPublicKey, publicKeyOf } from './encrypt.ts';

/** The example of RFC 8291, section 5 and appendix A. */
const example = {
  plain: 'When I grow up, I want to be a watermelon',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  sealed:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};
const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

describe('a message for one subscription', () => {
  it('is encrypted as the RFC shows', () => {
    const keys = { privateKey: bytes(example.privateKey), salt: bytes(example.salt) };
    expect(encrypt(Buffer.from(example.plain), example, keys).toString('base64url')).toBe(example.sealed);
  });
  it('is another each time', () => {
    expect(encrypt(Buffer.from('a'), example).equals(encrypt(Buffer.from('a'), example))).toBe(false);
  });
  it('is sent with a public key that follows from the private one', () => {
    expect(publicKeyOf(example.privateKey)).toBe(example.publicKey);
    expect(publicKeyOf('AAAA')).toBeUndefined();
  });
  it.each([
    ['a point on the curve', example.p256dh, true],
    ['a point beside it', example.p256dh.replace('BCV', 'BCW'), false],
    ['too few bytes', example.p256dh.slice(0, 80), false],
    ['nothing', '', false],
  ])('needs a key: %s', (_name, key, isKey) => {
    expect(isPublicKey(key)).toBe(isKey);
  });
});

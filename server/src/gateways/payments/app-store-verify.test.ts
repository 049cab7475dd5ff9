import { createHmac } from 'node:crypto';
import { Environment, SignedDataVerifier } from '@apple/app-store-server-library';
import { describe, expect, it } from 'vitest';
import { testCount } from '../../../test/harness/long-form.ts';
import { type Random, seededRandom } from '../../../test/harness/random.ts';
import { isRecord } from '../../kit/json.ts';
import {
  bodyOf,
  coinPack,
  intermediate,
  issue,
  type Json,
  leaf,
  marks,
  notificationClaims,
  ours,
  renewalInfo,
  root,
  type SigningOptions,
  signData,
  signedAt,
  subscription,
} from './app-store.fixture.ts';
import { createAppStore } from './app-store.ts';

const store = createAppStore(ours);
const now = new Date(signedAt + 60_000);

const roots = [Buffer.from(root.text, 'base64')];
const libraries = [Environment.PRODUCTION, Environment.SANDBOX].map(
  (environment) => new SignedDataVerifier(roots, false, environment, ours.bundleId, ours.appAppleId),
);

type Verdict = 'accepted' | 'refused';
const verdictOf = (work: Promise<unknown>): Promise<Verdict> =>
  work.then(
    () => 'accepted',
    () => 'refused',
  );

/** What the store's own library says of a notification and of what is signed in it, in either environment. */
async function judgeNotification(signedPayload: string): Promise<Verdict> {
  const verdicts = libraries.map(async (library) => {
    const { data } = await library.verifyAndDecodeNotification(signedPayload);
    if (data?.signedTransactionInfo !== undefined) await library.verifyAndDecodeTransaction(data.signedTransactionInfo);
    if (data?.signedRenewalInfo !== undefined) await library.verifyAndDecodeRenewalInfo(data.signedRenewalInfo);
  });
  return (await Promise.all(verdicts.map(verdictOf))).includes('accepted') ? 'accepted' : 'refused';
}
async function judgeTransaction(signed: string): Promise<Verdict> {
  const verdicts = libraries.map((library) => verdictOf(library.verifyAndDecodeTransaction(signed)));
  return (await Promise.all(verdicts)).includes('accepted') ? 'accepted' : 'refused';
}

async function bothSay(signedPayload: string): Promise<{ ours: Verdict; library: Verdict }> {
  return {
    ours: await verdictOf(store.verify({}, bodyOf(signedPayload), now)),
    library: await judgeNotification(signedPayload),
  };
}

const parts = { type: 'DID_RENEW', transaction: subscription, renewal: renewalInfo };
const valid = signData(notificationClaims(parts));

describe('a notification of the App Store', () => {
  it('is accepted with the id that it keeps when it is sent again, and with what is signed in it', async () => {
    const message = await store.verify({}, bodyOf(valid), now);
    expect(message).toMatchObject({
      id: '7e3fb20b-4cdb-47cc-936d-99d65f608138',
      sentAt: new Date(signedAt),
      payload: { notificationType: 'DID_RENEW', transaction: subscription, renewal: renewalInfo },
    });
    expect(await judgeNotification(valid)).toBe('accepted');
  });

  it('is accepted however late it arrives, also when its certificates have expired since', async () => {
    const late = new Date(Date.parse('2036-01-01T00:00:00Z'));
    expect(await verdictOf(store.verify({}, bodyOf(valid), late))).toBe('accepted');
  });

  it('that names no time of signing is judged by the present', async () => {
    const unsigned = signData(notificationClaims({ type: 'TEST', claims: { signedDate: undefined } }));
    expect(await verdictOf(store.verify({}, bodyOf(unsigned), now))).toBe('accepted');
    const late = new Date(Date.parse('2036-01-01T00:00:00Z'));
    expect(await verdictOf(store.verify({}, bodyOf(unsigned), late))).toBe('refused');
  });

  it.each([
    ['in the sandbox, where the app has no id', 'accepted', { environment: 'Sandbox', appAppleId: undefined }],
    ['of another app', 'refused', { bundleId: 'com.example.other' }],
    ['of an app of the same name by another developer', 'refused', { appAppleId: 99 }],
    ['of Xcode', 'refused', { environment: 'Xcode' }],
    ['of local tests', 'refused', { environment: 'LocalTesting' }],
  ] as const)('%s is %s', async (_name, verdict, data) => {
    const signed = signData(notificationClaims({ type: 'TEST', data }));
    expect(await bothSay(signed)).toEqual({ ours: verdict, library: verdict });
  });

  it.each([
    [
      'a renewal date extension',
      'accepted',
      { summary: { bundleId: ours.bundleId, appAppleId: ours.appAppleId, environment: 'Production' } },
    ],
    [
      'an app without purchases',
      'refused',
      { appData: { bundleId: ours.bundleId, appAppleId: 1, environment: 'Production' } },
    ],
    [
      'an external purchase',
      'accepted',
      { externalPurchaseToken: { bundleId: ours.bundleId, appAppleId: ours.appAppleId, externalPurchaseId: 'a' } },
    ],
    [
      'an external purchase in the sandbox',
      'accepted',
      { externalPurchaseToken: { bundleId: ours.bundleId, externalPurchaseId: 'SANDBOX_a' } },
    ],
    ['nothing', 'refused', {}],
  ] as const)('about %s is %s', async (_name, verdict, claims) => {
    const signed = signData(notificationClaims({ type: 'OTHER', claims: { data: undefined, ...claims } }));
    expect(await bothSay(signed)).toEqual({ ours: verdict, library: verdict });
  });
});

const otherRoot = issue({ subject: 'Root', isAuthority: true });
const otherIntermediate = issue({ subject: 'Intermediate', isAuthority: true, mark: marks.intermediate }, otherRoot);
const otherLeaf = issue({ subject: 'Leaf', mark: marks.leaf }, otherIntermediate);

function chainOf(leafOptions: object, intermediateOptions: object = {}): SigningOptions {
  const middle = issue({ subject: 'I2', isAuthority: true, mark: marks.intermediate, ...intermediateOptions }, root);
  const end = issue({ subject: 'L2', mark: marks.leaf, ...leafOptions }, middle);
  return { chain: [end.text, middle.text, root.text], key: end.privateKey };
}
/** A chain whose leaf names the intermediate as its issuer, but is signed by another key of that name. */
const impostor = issue({ subject: 'Leaf', mark: marks.leaf }, otherIntermediate);

const chains: readonly (readonly [string, Verdict, SigningOptions])[] = [
  ['without certificates', 'refused', { header: { x5c: undefined } }],
  ['with two certificates', 'refused', { chain: [leaf.text, intermediate.text] }],
  ['with four certificates', 'refused', { chain: [leaf.text, intermediate.text, root.text, root.text] }],
  ['with certificates that are no text', 'refused', { chain: [leaf.text, 7, root.text] }],
  ['with broken certificates', 'refused', { chain: [leaf.text.slice(0, 200), intermediate.text, root.text] }],
  ['with certificates in another order', 'refused', { chain: [intermediate.text, leaf.text, root.text] }],
  [
    'with another root in the message, which is ignored',
    'accepted',
    { chain: [leaf.text, intermediate.text, otherRoot.text] },
  ],
  [
    'by a chain of another root of the same name',
    'refused',
    { chain: [otherLeaf.text, otherIntermediate.text, otherRoot.text], key: otherLeaf.privateKey },
  ],
  [
    'by a leaf that the intermediate did not sign',
    'refused',
    { chain: [impostor.text, intermediate.text, root.text], key: impostor.privateKey },
  ],
  ['by another key', 'refused', { key: otherLeaf.privateKey }],
  ['by a chain like the store’s', 'accepted', chainOf({})],
  ['by a leaf without the mark', 'refused', chainOf({ mark: undefined })],
  ['by a leaf with another mark', 'refused', chainOf({ mark: marks.other })],
  ['by an intermediate without the mark', 'refused', chainOf({}, { mark: undefined })],
  ['by an intermediate with another mark', 'refused', chainOf({}, { mark: marks.leaf })],
  ['by an intermediate that is no authority', 'refused', chainOf({}, { isAuthority: false })],
  ['by a leaf that had expired', 'refused', chainOf({ to: '2026-03-01T11:58:00Z' })],
  ['by a leaf that expired less than a minute before', 'accepted', chainOf({ to: '2026-03-01T11:59:30Z' })],
  ['by a leaf that was not valid yet', 'refused', chainOf({ from: '2026-03-01T12:02:00Z' })],
  ['by an intermediate that had expired', 'refused', chainOf({}, { to: '2026-01-01T00:00:00Z' })],
  ['with the algorithm ES384', 'refused', { header: { alg: 'ES384' } }],
];

describe('a signature', () => {
  it.each(chains)('%s is %s', async (_name, verdict, options) => {
    const signed = signData(notificationClaims(parts), options);
    expect(await bothSay(signed)).toEqual({ ours: verdict, library: verdict });
    const transaction = signData(coinPack, options);
    expect(await verdictOf(store.prove({ signedTransaction: transaction }, now))).toBe(verdict);
    expect(await judgeTransaction(transaction)).toBe(verdict);
  });

  it('is asked of what is signed in a notification as well', async () => {
    for (const [, verdict, options] of chains) {
      const transaction = signData(subscription, options);
      const inTransaction = signData(notificationClaims({ ...parts, transaction }));
      expect(await bothSay(inTransaction)).toEqual({ ours: verdict, library: verdict });
      const renewal = signData(renewalInfo, options);
      const inRenewal = signData(notificationClaims({ ...parts, renewal }));
      expect(await bothSay(inRenewal)).toEqual({ ours: verdict, library: verdict });
    }
  });

  it('cannot be left out, nor made with the public key', async () => {
    const [, payload = ''] = valid.split('.');
    const header = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url');
    const x5c = [leaf.text, intermediate.text, root.text];
    const hmacOf = (content: string) =>
      createHmac('sha256', leaf.publicKey.export({ type: 'spki', format: 'pem' }))
        .update(content)
        .digest('base64url');
    const withHmac = `${header({ alg: 'HS256', x5c })}.${payload}`;
    const signature = valid.split('.')[2] ?? '';
    for (const forged of [
      `${header({ alg: 'none', x5c })}.${payload}.`,
      `${header({ alg: 'none', x5c })}.${payload}.${signature}`,
      `${withHmac}.${hmacOf(withHmac)}`,
      `${valid.split('.').slice(0, 2).join('.')}.`,
      '',
      'a.b.c',
    ]) {
      expect(await bothSay(forged), forged.slice(0, 40)).toEqual({ ours: 'refused', library: 'refused' });
    }
  });

  it('of another app or environment inside a notification is refused', async () => {
    for (const change of [{ bundleId: 'com.example.other' }, { environment: 'Sandbox' }]) {
      const signed = signData(notificationClaims({ ...parts, transaction: { ...subscription, ...change } }));
      expect(await bothSay(signed)).toEqual({ ours: 'refused', library: 'refused' });
    }
    const signed = signData(notificationClaims({ ...parts, renewal: { ...renewalInfo, environment: 'Sandbox' } }));
    expect(await bothSay(signed)).toEqual({ ours: 'refused', library: 'refused' });
  });

  it('is refused with a reason for operators, which the sender does not see', async () => {
    const refused: unknown = await store
      .verify({}, bodyOf(signData(notificationClaims(parts), { chain: [] })), now)
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ message: 'invalid_signature', reason: 'chain_length' });
    expect(refused).toMatchObject({ body: { statusCode: 401, error: 'invalid_signature' } });
  });

  it('is not looked for in a body that is no notification', async () => {
    for (const body of ['', 'null', '{}', '{"signedPayload":7}', '[]']) {
      expect(await verdictOf(store.verify({}, Buffer.from(body), now))).toBe('refused');
    }
  });
});

describe('the proof of a purchase', () => {
  it('is the same for the same transaction, however often the phone has it signed', async () => {
    const [one, other] = [coinPack, { ...coinPack, signedDate: signedAt + 999_000 }].map((claims) =>
      store.prove({ signedTransaction: signData(claims) }, now),
    );
    expect((await one)?.id).toBe((await other)?.id);
  });
  it('of another app is refused', async () => {
    const signed = signData({ ...coinPack, bundleId: 'com.example.other' });
    expect(await verdictOf(store.prove({ signedTransaction: signed }, now))).toBe('refused');
    expect(await judgeTransaction(signed)).toBe('refused');
  });
});

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. \né'.split('');
const values: readonly unknown[] = [
  null,
  '',
  'Sandbox',
  'Production',
  'Xcode',
  7,
  -1,
  true,
  [],
  {},
  ours.bundleId,
  signedAt,
  signedAt + 4e11,
];
/** Fields that both check. We also refuse messages without an id or a type, which the library leaves to its user. */
const fields = [
  'transactionId',
  'type',
  'purchaseDate',
  'bundleId',
  'environment',
  'signedDate',
  'price',
  'currency',
  'appAppleId',
  'autoRenewStatus',
  'data',
];

function mutateText(random: Random, text: string): string {
  const at = random.below(text.length);
  const letter = random.pick(letters);
  const segments = text.split('.');
  const signature = Buffer.from(segments[2] ?? '', 'base64url').subarray(random.below(3));
  return random.pick([
    text.slice(0, at) + letter + text.slice(at + 1),
    text.slice(0, at) + letter + text.slice(at),
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at),
    // The last letter of a signature has bits without meaning.
    text.slice(0, -1) + letter,
    segments.toReversed().join('.'),
    segments.slice(0, 2).join('.'),
    `${text}.${segments[2]}`,
    [segments[0], segments[1], signature.toString('base64url')].join('.'),
  ]);
}

function mutateClaims(random: Random, claims: Json): Json {
  const field = random.pick(fields.filter((one) => one in claims));
  const part = claims.data;
  if (field === 'data' && isRecord(part) && random.below(3) > 0) return { ...claims, data: mutateClaims(random, part) };
  return { ...claims, [field]: random.below(4) === 0 ? undefined : random.pick(values) };
}

function mutateChain(random: Random): SigningOptions {
  const chain: unknown[] = [leaf.text, intermediate.text, root.text];
  const at = random.below(3);
  const bytes = Buffer.from(String(chain[at]), 'base64');
  const byte = random.below(bytes.length);
  bytes.writeUInt8(bytes.readUInt8(byte) ^ (1 << random.below(8)), byte);
  const changed = random.pick([
    chain.toSpliced(at, 1),
    chain.toSpliced(at, 0, root.text),
    chain.toSpliced(at, 1, bytes.toString('base64')),
    chain.toSpliced(at, 1, otherLeaf.text),
    chain.toSpliced(at, 1, random.pick(values)),
    chain.toReversed(),
  ]);
  return { chain: changed };
}

/** Changes a notification, or what is signed in it; most changes come after the signature, some before. */
function mutate(random: Random): string {
  const claims = { transaction: subscription, renewal: renewalInfo } satisfies Record<string, Json>;
  const change = (one: Json): string => {
    const kind = random.below(4);
    if (kind === 0) return signData(mutateClaims(random, one));
    if (kind === 1) return signData(one, mutateChain(random));
    return mutateText(random, signData(one));
  };
  const where = random.below(4);
  const transaction = where === 1 ? change(claims.transaction) : claims.transaction;
  const renewal = where === 2 ? change(claims.renewal) : claims.renewal;
  const whole = notificationClaims({ type: 'DID_RENEW', transaction, renewal });
  return where === 1 || where === 2 ? signData(whole) : change(whole);
}

const changes = testCount(250, { long: 1_000 });

describe(`${changes} changes of a notification`, () => {
  it('get the same verdict from us as from the store’s own library', async () => {
    const random = seededRandom(20_261_119);
    const count = { accepted: 0, refused: 0 };
    for (let run = 0; run < changes; run++) {
      const changed = mutate(random);
      const verdict = await bothSay(changed);
      expect(verdict.ours, `run ${run}: ${changed}`).toBe(verdict.library);
      count[verdict.ours]++;
    }
    // Both verdicts occur, or the comparison would say little.
    expect(count.refused).toBeGreaterThan(changes / 2);
    expect(count.accepted).toBeGreaterThan(changes / 20);
  }, 120_000);
});

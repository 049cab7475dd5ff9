import { beforeAll, describe, expect, it } from 'vitest';
import { anonymous, makeAdminActor } from '../../../test/harness/actor.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const support = await makeAdminActor(world, 'support');

const people: Record<string, { email: string; displayName: string | null; phoneE164?: string }> = {
  layla: { email: 'layla.hassan@example.com', displayName: 'Layla Hassan', phoneE164: '+201001234567' },
  percent: { email: '100%_sure@example.com', displayName: 'half_50%' },
  slash: { email: 'slash@example.net', displayName: 'back\\slash' },
  abdApart: { email: 'abd1@example.net', displayName: 'عبد العزيز' },
  abdJoined: { email: 'abd2@example.net', displayName: 'سالم عبدالعزيز' },
  arabic: { email: 'noor@example.net', displayName: 'نور الهدى' },
  hamza: { email: 'ahmed@example.com', displayName: 'أحمد إبراهيم' },
  taa: { email: 'fatima@example.com', displayName: 'فاطمة الزهراء' },
  vowels: { email: 'muhammad@example.net', displayName: 'مُحَمَّد الأمـــين' },
  mark: { email: 'mark@example.net', displayName: 'x\u0651' },
  greek: { email: 'odysseus@example.net', displayName: 'ὈΔΥΣΣΕΎΣ Οδυσσέας' },
  shouting: { email: 'EMILE@example.net', displayName: 'ÉMILE ZOLA' },
  budi: { email: 'budi@example.org', displayName: 'Budi 2001', phoneE164: '+6281234567' },
  digits: { email: 'n123456x@example.org', displayName: null },
  nameless: { email: 'zz@example.org', displayName: null },
};
const ids = new Map<string, string>();

beforeAll(async () => {
  for (const [name, person] of Object.entries(people)) ids.set((await makeViewer(world, person)).id, name);
  const { body } = await anonymous(world).post<{ user: { id: string } }>('/v1/auth/guest', {
    deviceId: 'iPhone 15/أ:%_',
  });
  ids.set(body.user.id, 'guest');
});

interface Page {
  items: { id: string }[];
  total: number;
}

async function search(q: string, more = ''): Promise<string[]> {
  const { body } = await support.get<Page>(`/admin/users?q=${encodeURIComponent(q)}${more}`);
  expect(body.total).toBe(body.items.length);
  return body.items.map(({ id }) => ids.get(id) ?? id).sort();
}

const everyone = (): string[] => [...ids.values()].sort();

describe('a search', () => {
  it.each<[string, string[]]>([
    ['layla.hassan@example.com', ['layla']],
    ['LAYLA', ['layla']],
    ['hassan@', ['layla']],
    ['ayla.hassan@example', ['layla']],
    ['layla.hassan@elsewhere.com', []],
    ['layla 12345', []],
    ['a Has', ['layla']],
    ['  layla  ', ['layla']],
    ['%', ['percent']],
    ['_', ['percent']],
    ['50%', ['percent']],
    ['%_', ['percent']],
    ['\\', ['slash']],
    ['k\\s', ['slash']],
    ['%%', []],
    ['z', ['nameless', 'shouting']],
    ['zz', ['nameless']],
    ['نور', ['arabic']],
    ['الهدى', ['arabic']],
    ['ور ال', ['arabic']],
    ['احمد', ['hamza']],
    ['أَحْمَد', ['hamza']],
    ['ابراهيم', ['hamza']],
    ['حمد ابر', ['hamza']],
    ['فاطمه', ['taa']],
    ['فاطمة', ['taa']],
    ['الهدي', ['arabic']],
    ['احمد علي', []],
    ['مُحَمَّد الأمـــين', ['vowels']],
    ['مُحَمَّد', ['vowels']],
    ['محمد', ['vowels']],
    ['محمد الامين', ['vowels']],
    ['الأمين', ['vowels']],
    ['عبدالعزيز', ['abdApart', 'abdJoined']],
    ['عبد العزيز', ['abdApart', 'abdJoined']],
    ['عَبْد  العَزِيز', ['abdApart', 'abdJoined']],
    ['سالم عبد ال', ['abdJoined']],
    ['سالم عبدالع', ['abdJoined']],
    ['\u0651', ['mark', 'vowels']],
    ['\u0651 \u0651', []],
    ['\u0670', []],
    ['émile', ['shouting']],
    ['É', ['shouting']],
    ['οδυσσέας', ['greek']],
    ['ὈΔΥΣΣΕΎΣ', ['greek']],
    ['nobody like that', []],
    ["'; drop table users; --", []],
  ])('for %j finds parts of emails and names, in any case and script', async (q, found) => {
    expect(await search(q)).toEqual(found);
  });
  it.each<[string, string[]]>([
    ['+201001234567', ['layla']],
    ['0100 123-4567', ['layla']],
    ['(100) 123', ['layla']],
    ['1234', ['budi', 'digits', 'layla']],
    ['1234567', ['budi', 'layla']],
    ['4567', ['budi', 'layla']],
    ['+62 812', ['budi']],
    ['2010', ['layla']],
    ['2001', ['budi']],
    ['123456', ['budi', 'digits', 'layla']],
    ['9999', []],
    ['0812-34567', ['budi']],
    ['0062 812 34567', ['budi']],
    ['0812', []],
    ['0234567', []],
  ])('for %j finds the digits of a phone number in any notation, and emails and names', async (q, found) => {
    expect(await search(q)).toEqual(found);
  });
  it('for fewer than four digits looks at emails and names', async () => {
    expect(await search('200')).toEqual(['budi']);
    expect(await search('100')).toEqual(['percent']);
  });
  it('for an id finds that user, case-insensitively', async () => {
    for (const [id, name] of ids) {
      expect(await search(id)).toEqual([name]);
      expect(await search(id.toUpperCase())).toEqual([name]);
    }
    expect(await search('01930000-0000-7000-8000-00000000dead')).toEqual([]);
  });
  it('for a device finds its users by the complete id', async () => {
    expect(await search('device:iPhone 15/أ:%_')).toEqual(['guest']);
    expect(await search('iPhone 15/أ:%_')).toEqual(['guest']);
    expect(await search('iPhone 15')).toEqual([]);
    for (const part of ['device:iPhone', 'device:iPhone 15/أ:%', 'device:%', 'device:', 'device:IPHONE 15/أ:%_']) {
      expect([part, await search(part)]).toEqual([part, []]);
    }
  });
  it('for a device id in UUID format finds its users', async () => {
    const deviceId = 'A3BB189E-8BF9-3888-9912-ACE4E6543002';
    const { body } = await anonymous(world).post<{ user: { id: string } }>('/v1/auth/guest', { deviceId });
    expect(await search(deviceId)).toEqual([body.user.id]);
    expect(await search(`device:${deviceId}`)).toEqual([body.user.id]);
    expect(await search(deviceId.toLowerCase())).toEqual([]);
    ids.set(body.user.id, 'phone');
  });
  it.each(['', '   '])('for blank text (%j) lists all users', async (q) => {
    expect(await search(q)).toEqual(everyone());
  });
  it('is combined with the filters', async () => {
    expect(await search('example.', '&country=EG&status=active&guest=registered')).toHaveLength(15);
    expect(await search('layla', '&status=banned')).toEqual([]);
    expect(await search('layla', '&guest=guest')).toEqual([]);
  });
  it('is paged', async () => {
    const first = await support.get<Page & { nextCursor: string }>('/admin/users?q=example.&limit=5&sort=balance');
    const second = await support.get<Page>(
      `/admin/users?q=example.&limit=5&sort=balance&cursor=${first.body.nextCursor}`,
    );
    expect([first.body.total, first.body.items.length, second.body.items.length]).toEqual([15, 5, 5]);
  });
  it('longer than an email is refused', async () => {
    expect((await support.get(`/admin/users?q=${'x'.repeat(255)}`)).status).toBe(400);
  });
});

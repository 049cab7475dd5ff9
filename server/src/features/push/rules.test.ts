import { describe, expect, it } from 'vitest';
import {
  contentOf,
  countsOf,
  decideDelivery,
  groupsOf,
  isOver,
  type MessageFacts,
  quietUntil,
  retryAt,
  targetOf,
  textFaults,
  topicOf,
} from './rules.ts';

const at = (text: string): Date => new Date(`2026-03-01T${text}Z`);
const night = { from: 22, to: 8, markets: { SA: { from: 1, to: 5 }, MY: { from: 9, to: 9 } } };

describe('quiet hours', () => {
  it.each([
    // Jakarta is seven hours ahead.
    ['ID', '14:59:59', undefined],
    ['ID', '15:00:00', '2026-03-02T01:00:00.000Z'],
    ['ID', '20:00:00', '2026-03-02T01:00:00.000Z'],
    ['ID', '00:59:59', '2026-03-01T01:00:00.000Z'],
    ['ID', '01:00:00', undefined],
    // Riyadh is three hours ahead, and has hours of its own.
    ['SA', '21:30:00', undefined],
    ['SA', '22:30:00', '2026-03-02T02:00:00.000Z'],
    ['MY', '18:00:00', undefined],
    [null, '23:00:00', '2026-03-02T08:00:00.000Z'],
    [null, '12:00:00', undefined],
  ])('of %s at %s end at %s', (market, now, end) => {
    expect(quietUntil(night, market, at(now))?.toISOString()).toBe(end);
  });
});

describe('a message', () => {
  const fine: MessageFacts = {
    isTest: false,
    category: 'drops',
    hasDevice: true,
    isActive: true,
    wantsCategory: true,
    market: 'ID',
    attempts: 1,
    dueAt: at('11:00:00'),
  };
  it.each<[string, Partial<MessageFacts>, string, object]>([
    ['is sent', {}, '12:00:00', { send: true }],
    ['whose device is gone is skipped', { hasDevice: false }, '12:00:00', { send: false, outcome: 'no_device' }],
    ['to who is banned is skipped', { isActive: false }, '12:00:00', { send: false, outcome: 'inactive_user' }],
    ['to who wants none is skipped', { wantsCategory: false }, '12:00:00', { send: false, outcome: 'preference' }],
    ['waits for the morning', {}, '16:00:00', { send: false, waitUntil: new Date('2026-03-02T01:00:00Z') }],
    ['that is a test does not wait', { isTest: true, dueAt: at('15:30:00') }, '16:00:00', { send: true }],
    [
      'that is a test of an hour ago is not looked for any more',
      { isTest: true },
      '12:00:01',
      { send: false, outcome: 'expired' },
    ],
    [
      'that is a test asks for the choice too',
      { isTest: true, wantsCategory: false },
      '12:00:00',
      { send: false, outcome: 'preference' },
    ],
    [
      'of yesterday is no news',
      { dueAt: new Date('2026-02-28T11:59:59Z') },
      '12:00:00',
      { send: false, outcome: 'expired' },
    ],
    [
      'that always ended with its process is given up',
      { attempts: 6 },
      '12:00:00',
      { send: false, outcome: 'unreachable' },
    ],
  ])('%s', (_name, facts, now, decision) => {
    expect(decideDelivery({ ...fine, ...facts }, night, at(now))).toEqual(decision);
  });

  it('cannot be scheduled in the past, except for the minutes of filling in the form', () => {
    const now = at('12:00:00');
    expect(['11:54:59', '11:55:00', '12:00:00', '12:00:01'].map((sendAt) => isOver(at(sendAt), now))).toEqual([
      ...[true, false, false, false],
    ]);
  });

  it('is retried at growing intervals, or as late as requested', () => {
    const minutes = (attempts: number, asked?: number) =>
      (retryAt(at('12:00:00'), attempts, asked).getTime() - at('12:00:00').getTime()) / 60_000;
    expect([minutes(1), minutes(2), minutes(3), minutes(1, 600_000), minutes(1, 1e12)]).toEqual([1, 2, 4, 10, 360]);
  });

  const words = {
    titleI18n: { en: 'New', ar: 'جديد', id: 'Baru' },
    bodyI18n: { en: 'Tonight', ar: 'الليلة' },
  };
  it.each([
    ['ar-EG', { title: 'جديد', body: 'الليلة', lang: 'ar', dir: 'rtl' }],
    ['id', { title: 'New', body: 'Tonight', lang: 'en', dir: 'ltr' }],
    ['fr', { title: 'New', body: 'Tonight', lang: 'en', dir: 'ltr' }],
    [null, { title: 'New', body: 'Tonight', lang: 'en', dir: 'ltr' }],
  ])('in the language %s', (language, shown) => {
    const campaign = { ...words, id: 'c1', category: 'drops' as const, link: null, linkSeries: null, data: {} };
    const about = { category: 'drops', tag: 'c1', message: 'm1' };
    expect(contentOf(campaign, { id: 'm1', language }, null)).toEqual({ ...shown, ...about });
    const more = { link: '/episodes/e1', linkSeries: 'heir', data: { sale: 'a' } };
    expect(contentOf({ ...campaign, ...more }, { id: 'm1', language }, 'https://p.example/1')).toEqual({
      ...{
        ...shown,
        ...about,
        link: '/episodes/e1',
        series: 'heir',
        picture: 'https://p.example/1',
        data: { sale: 'a' },
      },
    });
  });
  it.each([
    ['/store', { type: 'store' }],
    ['/series/the-quiet-heir', { type: 'series', slug: 'the-quiet-heir' }],
    ['/episodes/01930000-0000-7000-8000-0000000000e2', { type: 'episode', id: '01930000-0000-7000-8000-0000000000e2' }],
    ['https://example.com/store', undefined],
    ['/series/The Heir', undefined],
    ['/episodes/1', undefined],
    ['/store/', undefined],
  ])('with the link %s opens %j', (link, target) => {
    expect(targetOf(link)).toEqual(target);
  });
  it('says who would wait until when', () => {
    const group = (market: string | null, language: string | null, users: number) => ({ market, language, users });
    const groups = [group('ID', 'id', 5), group('ID', 'en', 2), group('SA', 'ar', 3), group(null, null, 1)];
    expect(groupsOf(groups, night, at('16:00:00'))).toEqual({
      languages: [
        { language: 'id', users: 5 },
        { language: 'ar', users: 3 },
        { language: 'en', users: 2 },
        { language: null, users: 1 },
      ],
      waiting: [{ market: 'ID', users: 7, until: new Date('2026-03-02T01:00:00Z'), timeZone: 'Asia/Jakarta' }],
    });
  });
  it('needs a text in each language of its title', () => {
    expect(textFaults(words)).toEqual([{ path: 'bodyI18n.id', message: 'is required' }]);
    expect(textFaults({ titleI18n: {}, bodyI18n: {} })).toHaveLength(2);
  });
  it('has a topic that push services accept', () => {
    expect(topicOf('01930000-0000-7000-8000-0000000000e2')).toMatch(/^[\w-]{32}$/);
  });
});

it('A queued message without an outcome is waiting', () => {
  expect(countsOf(10, { delivered: 3, logged: 1, gone: 1, capped: 2 })).toEqual({
    queued: 10,
    waiting: 3,
    delivered: 4,
    failed: 1,
    skipped: 2,
    cancelled: 0,
  });
});

import { describe, expect, it } from 'vitest';
import { Actor, makeAdminActor } from '../../../test/harness/actor.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const anyone = new Actor(world);
const superadmin = await makeAdminActor(world, 'superadmin');

describe('a common password', () => {
  it.each(['jennifer', 'Computer', 'charlie123', 'c0mput3r!'])('is refused for users: %s', async (password) => {
    const { body } = await anyone.post('/v1/auth/register', { email: 'layla@viewers.example', password });
    expect(body.error).toBe('weak_password');
  });

  it.each(['Jennifer2024', 'computer12345', 'Charlie-1985!', 'J3nn1f3r!2026'])(
    'is refused to an admin: %s',
    async (temporary_password) => {
      const admin = { email: 'new@example.com', name: 'New', role: 'support', temporary_password };
      expect((await superadmin.post('/admin/admins', admin)).body.error).toBe('weak_password');
    },
  );
});

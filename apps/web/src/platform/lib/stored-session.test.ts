import type { CurrentUser } from '@mbari/contract/people/members';
import { expect, test, vi } from 'vitest';
import { storedUser, storeUser } from './stored-session.ts';

test('the stored member contains no email address, phone number or birthday', () => {
  const storage = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  const hidden = { email: 'ada@example.org', phone: '+2348031234567', date_of_birth: '1990-04-12' };
  const user = {
    ...{ id: '1', name: 'Ada', username: 'ada', email_verified: true, has_onboarding: true, role: 'member', avatar_url: null },
    ...{ profile_image: null, forum_settings: { show_email: false } },
    subscription: { is_active: false, is_paid_plan: false, plan_name: null, ends_at: null },
    announcements: [],
    viewer: { may_post: true, images_per_post: 1, upgrade_url: `https://buy.stripe.com/x?prefilled_email=${hidden.email}` },
    ...hidden,
  } as unknown as CurrentUser;
  storeUser(user);
  expect(storedUser()).toMatchObject({ name: 'Ada', viewer: { may_post: true } });
  for (const value of Object.values(hidden)) expect([...storage.values()].join()).not.toContain(value);
});

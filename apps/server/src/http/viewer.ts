import type { Access } from '@mbari/contract/endpoint';
import { Refusal } from '../refusal.ts';

/** Who is asking, as the database had it when they asked. */
export interface Viewer {
  id: string;
  session_id: string;
  role: 'member' | 'moderator' | 'admin';
  email_verified: boolean;
  has_onboarding: boolean;
  /** Subscription active and on a paid plan. */
  is_paid: boolean;
}

/** No member, from whom nobody is hidden: what such a viewer gets, all get who hide nobody. */
export const anybody: Viewer = {
  id: '00000000-0000-0000-0000-000000000000',
  session_id: '',
  role: 'member',
  email_verified: true,
  has_onboarding: true,
  is_paid: false,
};

/** 401 means that there is no valid session, and nothing else: the web app drops its session on it. */
export const unauthenticated = (): Refusal => new Refusal('unauthenticated', 'unauthorized');

/** Throws unless the viewer has come as far as the call asks. */
export function requireAccess(access: Access, viewer: Viewer | null): void {
  if (access === 'open' || access === 'optional') return;
  if (viewer === null) throw unauthenticated();
  if (access === 'session') return;
  if (!viewer.email_verified) throw new Refusal('email_unverified', 'verifyFirst');
  if (access === 'verified') return;
  if (!viewer.has_onboarding) throw new Refusal('onboarding_required', 'onboardingRequired');
}

import type { Access, Endpoint } from '@mbari/contract/endpoint';
import { allowedWhileSilenced } from '@mbari/contract/silence';
import { because, Refusal } from '../refusal.ts';

/** Who is asking, as the database had it when they asked. */
export interface Viewer {
  id: string;
  session_id: string;
  role: 'member' | 'moderator' | 'admin';
  email_verified: boolean;
  /** Their address is verified, and organisers have not let them in yet. */
  awaits_approval?: boolean;
  has_onboarding: boolean;
  /** Has accepted the rules that everybody is asked to accept. */
  rules_accepted: boolean;
  /** Subscription active and on a paid plan. */
  is_paid: boolean;
  /** When the account was opened. */
  joined_at?: Date;
  /** They read and do not write. `until` null: until it is taken back. */
  silence?: Silence | null;
  /** The snapshot of the database at which they were found: what is known of that one is as new as the request. */
  snapshot?: string;
}

/** A viewer who passed this level of access. */
export type ViewerWith<A extends Access> = A extends 'admin'
  ? Viewer & { role: 'admin' }
  : A extends 'organiser'
    ? Viewer & { role: 'moderator' | 'admin' }
    : Viewer;

export type Organiser = ViewerWith<'organiser'>;

export interface Silence {
  reason: string;
  /** A time of the database, as JSON. */
  until: string | null;
}

/** No member, from whom nobody is hidden: what such a viewer gets, all get who hide nobody. */
export const anybody: Viewer = {
  id: '00000000-0000-0000-0000-000000000000',
  session_id: '',
  role: 'member',
  email_verified: true,
  has_onboarding: true,
  rules_accepted: true,
  is_paid: false,
};

/** 401 means that there is no valid session, and nothing else: the web app drops its session on it. */
export const unauthenticated = (): Refusal => new Refusal('unauthenticated', 'unauthorized');

/** Throws unless the viewer has come as far as the call asks. */
export function requireAccess(access: Access, viewer: Viewer | null): void {
  if (access === 'open' || access === 'optional') return;
  if (viewer === null) throw unauthenticated();
  if (access === 'session') return;
  if (viewer.awaits_approval) throw new Refusal('approval_pending', 'awaitsApproval');
  if (!viewer.email_verified) throw new Refusal('email_unverified', 'verifyFirst');
  if (access === 'verified') return;
  if (!viewer.has_onboarding) throw new Refusal('onboarding_required', 'onboardingRequired');
  if (!viewer.rules_accepted) throw new Refusal('rules_not_accepted', 'rulesNotAccepted');
  if (access !== 'onboarded') requireRole(access, viewer);
}

/** Throws `forbidden` for members below the level `organiser`, `admin_only` below `admin`. */
export function requireRole(level: 'organiser' | 'admin', { role }: Pick<Viewer, 'role'>): void {
  if (level === 'admin' && role !== 'admin') throw new Refusal('admin_only', 'adminsOnly');
  if (role === 'member') throw new Refusal('forbidden', 'organisersOnly');
}

/** Throws where somebody who is silenced makes a call that others would read. */
export function requireVoice({ name, method }: Pick<Endpoint, 'name' | 'method'>, viewer: Viewer | null): void {
  if (!viewer?.silence || method === 'GET' || allowedWhileSilenced.has(name)) return;
  const { reason, until } = viewer.silence;
  const why = until === null ? because('silenced', { reason }) : because('silencedUntil', { reason, until: until.slice(0, 10) });
  throw new Refusal('silenced', why);
}

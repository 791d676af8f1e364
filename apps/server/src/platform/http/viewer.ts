import { allowedWhileSilenced } from '@mbari/contract/moderation/silence';
import type { ForumSettings } from '@mbari/contract/people/members';
import type { Access, Endpoint, Scope } from '@mbari/contract/platform/endpoint';
import { lowestId } from '../ids.ts';
import { because, Refusal } from '../refusal.ts';

/** Makes a leaked token recognisable to scanners. */
export const apiTokenPrefix = 'mbari_pat_';

export interface Viewer {
  id: string;
  /** Id of the session, or of the API token. */
  session_id: string;
  /** Set if a program calls with an API token. */
  api_token?: { scopes: Scope[]; is_used_today: boolean };
  role: 'member' | 'moderator' | 'admin';
  email_verified: boolean;
  /** Email verified, but account not yet approved by the organisers. */
  awaits_approval?: boolean;
  has_onboarding: boolean;
  rules_accepted: boolean;
  is_paid: boolean;
  /** The Following feed includes tags or categories that the viewer follows. */
  follows_tags?: boolean;
  sensitive_photos?: ForumSettings['sensitive_photos'];
  joined_at?: Date;
  /** May read but not write. `until` null: indefinitely. */
  silence?: Silence | null;
  /** Database snapshot of this row. Cached data of the same snapshot is current. */
  snapshot?: string;
}

export type ViewerWith<A extends Access> = A extends 'admin'
  ? Viewer & { role: 'admin' }
  : A extends 'organiser'
    ? Viewer & { role: 'moderator' | 'admin' }
    : Viewer;

export type Organiser = ViewerWith<'organiser'>;

export interface Silence {
  reason: string;
  until: string | null;
}

/** Viewer without blocks: the result is the same for everybody who hides nobody. */
export const viewerWithoutBlocks: Viewer = {
  id: lowestId,
  session_id: '',
  role: 'member',
  email_verified: true,
  has_onboarding: true,
  rules_accepted: true,
  is_paid: false,
};

/** 401 means only "no valid session": the web app then discards its session. */
export const unauthenticated = (): Refusal => new Refusal('unauthenticated', 'unauthorized');

/**
 * Throws `scope_required` if the viewer's API token may not make the call. Outside `admin:read`, an organiser's token acts with the role of a member,
 * so that no token moderates.
 */
export function limitToScope({ scope }: Pick<Endpoint, 'scope'>, viewer: Viewer | null): Viewer | null {
  if (!viewer?.api_token) return viewer;
  if (scope === undefined) throw new Refusal('scope_required', 'closedToTokens');
  if (!viewer.api_token.scopes.includes(scope)) throw new Refusal('scope_required', because('scopeRequired', { scope }));
  return scope === 'admin:read' ? viewer : { ...viewer, role: 'member' };
}

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

/** Throws if a silenced member makes a call that publishes something. */
export function requireNotSilenced({ name, method }: Pick<Endpoint, 'name' | 'method'>, viewer: Viewer | null): void {
  if (!viewer?.silence || method === 'GET' || allowedWhileSilenced.has(name)) return;
  const { reason, until } = viewer.silence;
  const message = until === null ? because('silenced', { reason }) : because('silencedUntil', { reason, until: until.slice(0, 10) });
  throw new Refusal('silenced', message);
}

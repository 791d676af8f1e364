/** Everybody who may send a request, by their relation to `owner`, whose content is requested. */
export const actors = [
  'visitor',
  'invalid_token',
  'unverified',
  'verified_no_onboarding',
  'non_follower',
  'follower',
  'ex_follower',
  'followed_by_owner',
  'blocked',
  'blocker',
  'muter',
  'owner',
  'paid_member',
  'moderator',
  'admin',
  'suspended',
] as const;

export type Actor = (typeof actors)[number];

/** Actors with a member row. */
export const members = actors.filter((actor) => actor !== 'visitor' && actor !== 'invalid_token');
export type MemberActor = Exclude<Actor, 'visitor' | 'invalid_token'>;

/** Columns in which an actor differs from an onboarded member on the free plan. */
export const columnsOf: Partial<Record<Actor, Record<string, unknown>>> = {
  unverified: { email_verified_at: null },
  verified_no_onboarding: { bio: null },
  paid_member: { plan_name: 'Premium' },
  moderator: { role: 'moderator' },
  admin: { role: 'admin' },
  suspended: { suspended_at: new Date() },
};

export const except = (...excluded: Actor[]): Actor[] => actors.filter((actor) => !excluded.includes(actor));

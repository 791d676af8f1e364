import type { Suggestion } from '@mbari/contract/shapes/suggestions';

/** Why a member is suggested: who follows them already, and shared interests. Names keep their own direction. */
export function reasonWords({ followed_by: names, followed_by_count: count, shared_interests: shared }: Suggestion): string {
  const reasons = [followedBy(names.map(isolated), count), sharedInterests(shared)].filter((reason) => reason !== '');
  return reasons.length === 0 ? 'New here' : reasons.join(' · ');
}

function followedBy(names: readonly string[], count: number): string {
  const others = Math.max(0, count - names.length);
  const all = others === 0 ? names : [...names, others === 1 ? '1 other' : `${others.toLocaleString('en')} others`];
  if (all.length === 0) return '';
  return `Followed by ${all.length === 1 ? all[0] : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`}`;
}

const sharedInterests = (shared: number): string =>
  shared === 0 ? '' : shared === 1 ? '1 interest in common' : `${shared} interests in common`;

const isolated = (name: string): string => `\u2068${name}\u2069`;

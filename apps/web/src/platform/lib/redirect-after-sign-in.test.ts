import { describe, expect, test } from 'vitest';
import { safeReturnPath, redirectFor, type Need, type OnboardingStage } from './redirect-after-sign-in.ts';

const table: [need: Need, stage: OnboardingStage, to: string | null][] = [
  ['guest', 'guest', null],
  ['guest', 'session', '/verify-email'],
  ['guest', 'verified', '/onboarding'],
  ['guest', 'onboarded', '/feed'],
  ['session', 'guest', '/login'],
  ['session', 'session', null],
  ['session', 'verified', '/onboarding'],
  ['session', 'onboarded', '/feed'],
  ['verified', 'guest', '/login'],
  ['verified', 'session', '/verify-email'],
  ['verified', 'verified', null],
  ['verified', 'onboarded', '/feed'],
  ['onboarded', 'guest', '/login'],
  ['onboarded', 'session', '/verify-email'],
  ['onboarded', 'verified', '/onboarding'],
  ['onboarded', 'onboarded', null],
  ['onboarded', 'unaccepted', '/accept-rules'],
  ['guest', 'unaccepted', '/accept-rules'],
  ['unaccepted', 'unaccepted', null],
  ['unaccepted', 'onboarded', '/feed'],
  ['unaccepted', 'guest', '/login'],
  [undefined, 'unaccepted', null],
  [undefined, 'guest', null],
  [undefined, 'session', null],
  [undefined, 'verified', null],
  [undefined, 'onboarded', null],
];

describe('the guard', () => {
  test.each(table)('a screen for %s that is opened by %s redirects to %s', (need, stage, to) => {
    expect(redirectFor(need, stage)).toBe(to);
  });
});

describe('the redirect after signing in', () => {
  test.each(['/', '/feed', '/post/0191?from=%2Ffeed#comments', '/user/ọ̀ṣun', '/feed?next=//elsewhere.example'])(
    'sign-in returns to %s',
    (path) => {
      expect(safeReturnPath(path)).toBe(path);
    },
  );
  test.each([
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    '/feed\\..\\..',
    'javascript:alert(1)',
    'feed',
    '',
    '/api/v1/auth/oauth/redirect',
    undefined,
    null,
    42,
    { toString: () => '/feed' },
  ])('sign-in never returns to %j', (path) => {
    expect(safeReturnPath(path)).toBeNull();
  });
});

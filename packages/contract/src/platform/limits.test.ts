import { expect, test } from 'vitest';
import * as limits from './limits.ts';

/** Business constants of the specification. Other tests read `limits`, so they would not notice a change. */
const constants = {
  bio: 160,
  minimumAge: 18,
  passwordMin: 8,
  onboardingSteps: 4,
  avatarBytes: 5 * 1024 * 1024,
  imageBytes: 10 * 1024 * 1024,
  imagesFree: 1,
  imagesPaid: 3,
  title: 255,
  description: 1000,
  verificationPoll: 10_000,
  notificationPoll: 30_000,
  dropdownNotifications: 5,
  trendingOrderTtl: 360 * 60 * 1000,
  pullDistance: 120,
  pullThreshold: 0.6,
  trendingRefreshDelay: 800,
  trendingLike: 1.5,
  trendingComment: 2,
  trendingRandom: 10,
  trendingOnDiscover: 6,
  searchDebounce: 300,
} as const;

test('the limits equal the business constants of the specification', () => {
  expect(limits).toMatchObject(constants);
});

/** One vocabulary for both of the specification's lists. Both spellings of the last are taken; this one is kept. */
export const genders = ['male', 'female', 'non-binary', 'other', 'prefer-not-to-say'] as const;
export type Gender = (typeof genders)[number];

/** What the onboarding form offers. */
export const onboardingGenders = ['male', 'female', 'non-binary', 'prefer-not-to-say'] as const;

/** Union of the specification's two lists. They spell the last value differently; the server stores this spelling. */
export const genders = ['male', 'female', 'non-binary', 'other', 'prefer-not-to-say'] as const;
export type Gender = (typeof genders)[number];

export const onboardingGenders = ['male', 'female', 'non-binary', 'prefer-not-to-say'] as const;

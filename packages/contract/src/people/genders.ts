/** Union of the two lists of the specification, which spell the last value differently. This spelling is stored. */
export const genders = ['male', 'female', 'non-binary', 'other', 'prefer-not-to-say'] as const;
export type Gender = (typeof genders)[number];

export const onboardingGenders = ['male', 'female', 'non-binary', 'prefer-not-to-say'] as const;

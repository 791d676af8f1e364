/** Union of the two lists of the specification. Both spellings of the last value are accepted, and this one is stored. */
export const genders = ['male', 'female', 'non-binary', 'other', 'prefer-not-to-say'] as const;
export type Gender = (typeof genders)[number];

export const onboardingGenders = ['male', 'female', 'non-binary', 'prefer-not-to-say'] as const;

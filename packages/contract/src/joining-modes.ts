/** Who may open an account: anybody, whoever has an invitation, whoever organisers approve, or nobody. */
export const joiningModes = ['open', 'invitation', 'approval', 'closed'] as const;

export type JoiningMode = (typeof joiningModes)[number];

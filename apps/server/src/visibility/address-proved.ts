/** Whether the account `m` has proved that its address is its own: it is verified, or waits to be let in. */
export const addressProved = (m: string): string => `(${m}.email_verified_at is not null or ${m}.awaits_approval_since is not null)`;

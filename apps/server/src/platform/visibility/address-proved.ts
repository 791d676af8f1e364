/** Whether the account `m` has proved that its address is its own: it is verified, or waits to be let in. */
export const addressProved = (m: string): string => `(${m}.email_verified_at is not null or ${m}.awaits_approval_since is not null)`;

/** Whether the account `m` is suspended and keeps the mailbox of the address `email` (a column or a parameter) from registering. */
export const blocksMailbox = (m: string, email: string): string =>
  `(mailbox(${m}.email) = mailbox(${email}) and ${m}.suspended_at is not null and (select j.block_aliases from joining j))`;

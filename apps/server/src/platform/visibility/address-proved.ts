/** The account `m` has proved to own its address: verified or awaiting approval. */
export const addressProved = (m: string): string => `(${m}.email_verified_at is not null or ${m}.awaits_approval_since is not null)`;

/** The account `m` is suspended and its mailbox blocked from registering. `email` (column or parameter) has the same mailbox. */
export const blocksMailbox = (m: string, email: string): string =>
  `(mailbox(${m}.email) = mailbox(${email}) and ${m}.suspended_at is not null and (select j.block_aliases from joining j))`;

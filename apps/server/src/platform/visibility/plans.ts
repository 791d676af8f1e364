import { type Entitlements, entitlements } from '@mbari/contract/entitlements';

/** A paid plan that has not ended. `m` is the alias of members. */
export const isPaid = (m: string): string => `(${m}.plan_name is not null and (${m}.plan_ends_at is null or ${m}.plan_ends_at > now()))`;

type Permission = { [Name in keyof Entitlements]: Entitlements[Name] extends boolean ? Name : never }[keyof Entitlements];

/** Whether the plan that is in force, or none, allows it: what `entitlementsOf` says, where the database is asked. */
export const isEntitledTo = (what: Permission, m: string): string =>
  `(case when ${isPaid(m)} then ${entitlements.premium[what]} else ${entitlements.free[what]} end)`;

/** How many bytes the plan that is in force, or none, keeps of images. */
export const storageOf = (m: string): string =>
  `(case when ${isPaid(m)} then ${entitlements.premium.storageBytes} else ${entitlements.free.storageBytes} end)`;

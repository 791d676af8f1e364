import { type Entitlements, entitlements } from '@mbari/contract/people/plans';

export const isPaid = (m: string): string => `(${m}.plan_name is not null and (${m}.plan_ends_at is null or ${m}.plan_ends_at > now()))`;

type Permission = { [Name in keyof Entitlements]: Entitlements[Name] extends boolean ? Name : never }[keyof Entitlements];

/** The member's current plan allows `permission`: `entitlementsOf` in SQL. */
export const isEntitledTo = (permission: Permission, m: string): string =>
  `(case when ${isPaid(m)} then ${entitlements.premium[permission]} else ${entitlements.free[permission]} end)`;

export const storageOf = (m: string): string =>
  `(case when ${isPaid(m)} then ${entitlements.premium.storageBytes} else ${entitlements.free.storageBytes} end)`;

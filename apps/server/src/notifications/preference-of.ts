import { kinds } from './kinds.ts';

/** What a type is called in the preferences of members, in SQL. */
export const preferenceOf = (type: string): string =>
  `case ${type} ${Object.entries(kinds)
    .map(([kind, { preference }]) => `when '${kind}' then '${preference}'`)
    .join(' ')} end`;

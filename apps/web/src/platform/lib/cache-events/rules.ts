import type { Rules } from '@mbari/contract/shapes/rules';
import type { QueryClient } from '@tanstack/react-query';
import { rulesKey } from '~/platform/lib/query-keys.ts';

/** An admin saved the rules, or read what another one saved. */
export const rulesSaved = (client: QueryClient, rules: Rules): void => void client.setQueryData(rulesKey, rules);

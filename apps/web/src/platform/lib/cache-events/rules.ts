import type { Rules } from '@mbari/contract/moderation/rules';
import type { QueryClient } from '@tanstack/react-query';
import { rulesKey } from '~/platform/lib/query-keys.ts';

export const rulesSaved = (client: QueryClient, rules: Rules): void => void client.setQueryData(rulesKey, rules);

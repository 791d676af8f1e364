import { acceptRules, type Rules } from '@mbari/contract/moderation/rules';
import * as words from '@mbari/words/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { rulesSaved } from '~/platform/lib/cache-events/moderation.ts';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { refreshUser, signOut } from '~/platform/lib/session.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { communityRules } from '~/platform/site/rules-query.ts';
import { Button } from '~/platform/ui/button.tsx';
import { RulesList } from './rules-list.tsx';

export function AcceptRules() {
  const client = useQueryClient();
  const { data, isFetchedAfterMount } = useQuery({ ...communityRules, refetchOnMount: 'always' });
  const accept = useAction(async (version: number) => {
    try {
      await call(acceptRules, { body: { version } });
      // The route guard redirects.
      await refreshUser();
    } catch (error) {
      // The rules changed while they were read. Show the newest.
      if (error instanceof CallRefused && error.code === 'conflict') rulesSaved(client, error.data as Rules);
      throw error;
    }
  }, words.acceptFailed);
  return (
    <>
      <h1 tabIndex={-1} className="display-large">
        {words.acceptTitle}
      </h1>
      <p className="mt-s1 mb-s5 text-ink-quiet">{words.acceptLead}</p>
      <RulesList />
      <div className="mt-s5 flex flex-wrap gap-s3">
        {data && isFetchedAfterMount && (
          <Button tall busy={accept.busy && words.accepting} onClick={() => void accept.run(data.version)}>
            {words.accept}
          </Button>
        )}
        <Button kind="text" tall onClick={() => void signOut()}>
          {words.signOut}
        </Button>
      </div>
    </>
  );
}

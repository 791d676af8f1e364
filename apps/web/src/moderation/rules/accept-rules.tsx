import { acceptRules } from '@mbari/contract/rules';
import type { Rules } from '@mbari/contract/shapes/rules';
import * as words from '@mbari/words/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTransition } from 'react';
import { rulesSaved } from '~/platform/lib/cache-events/rules.ts';
import { call, CallRefused, wordsOf } from '~/platform/lib/call.ts';
import { refreshUser, signOut } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { communityRules } from '~/platform/site/rules-query.ts';
import { Button } from '~/platform/ui/button.tsx';
import { RulesList } from './rules-list.tsx';

/** The rules, to be read and accepted before one goes on. */
export function AcceptRules() {
  const client = useQueryClient();
  const { data, isFetchedAfterMount } = useQuery({ ...communityRules, refetchOnMount: 'always' });
  const [busy, start] = useTransition();
  const accept = (version: number) =>
    start(async () => {
      try {
        await call(acceptRules, { body: { version } });
        // The guard leads on.
        await refreshUser();
      } catch (error) {
        // Changed once more while they were read: the newest stand there now.
        if (error instanceof CallRefused && error.code === 'conflict') rulesSaved(client, error.data as Rules);
        toast.error(wordsOf(error, words.acceptFailed));
      }
    });
  return (
    <>
      <h1 tabIndex={-1} className="display-large">
        {words.acceptTitle}
      </h1>
      <p className="mt-s1 mb-s5 text-ink-quiet">{words.acceptLead}</p>
      <RulesList />
      <div className="mt-s5 flex flex-wrap gap-s3">
        {data && isFetchedAfterMount && (
          <Button tall busy={busy && words.accepting} onClick={() => accept(data.version)}>
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

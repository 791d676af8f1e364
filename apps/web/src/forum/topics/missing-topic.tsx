'use no memo';

import * as words from '@mbari/words/forum-topics';
import { topicDeleted } from '@mbari/words/unsent-words';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { buttonClass } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';

const UnsentDraft = optionalLazy(async () => (await import('~/forum/unsent-draft.tsx')).UnsentDraft);

/** Stands for a topic that does not exist for the viewer, with the reply that was not sent. */
export const MissingTopic = ({ id }: { id: string }) => (
  <>
    <EmptyState
      drawing="lost"
      level="h1"
      title={words.topicNotFound}
      action={
        <Link to="/forum" className={buttonClass({})}>
          {words.backToForum}
        </Link>
      }
    >
      {words.topicNotFoundHint}
    </EmptyState>
    <Suspense>
      <UnsentDraft key={id} scope={`topic:${id}`} title={topicDeleted} />
    </Suspense>
  </>
);

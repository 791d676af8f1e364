import * as words from '@mbari/words/joining';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { JoiningForm } from '~/features/joining/joining-form.tsx';
import { joiningSettings } from '~/features/joining/joining-queries.ts';
import { nameWindow } from '~/lib/page-turn.ts';
import { useSession } from '~/lib/session.ts';
import { FetchFailed } from '~/ui/fetch-failed.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import '~/features/invitations/invitations.css';
import { NotFoundPage } from './not-found-page.tsx';

/** Where admins say who may join. For all others there is no such page. */
export function JoiningPage() {
  const { user } = useSession();
  return user?.role === 'admin' ? <Settings /> : <NotFoundPage />;
}

function Settings() {
  const { data, isPending, isFetching, refetch } = useQuery(joiningSettings);
  useEffect(() => nameWindow(words.title), []);
  return (
    <div className="invitations">
      <h1 tabIndex={-1} className="display-large">
        {words.title}
      </h1>
      <p className="invitations-lead">
        {words.lead}{' '}
        <Link to="/invitations" search={{ tab: 'all' }} className="link">
          {words.invitations}
        </Link>
      </p>
      {isPending && <Spinner size={28} />}
      {data && <JoiningForm joining={data} />}
      {!data && !isPending && <FetchFailed message={words.loadFailed} busy={isFetching} onRetry={() => void refetch()} />}
    </div>
  );
}

import { decision } from '@mbari/words/shell';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Decision } from '~/moderation/decision.tsx';
import { OwnPendingList } from '~/moderation/own-pending-list.tsx';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import NotFoundPage from './not-found-page.tsx';

const route = getRouteApi('/shell/decisions/$id');

export function DecisionPage() {
  const { id } = route.useParams();
  useEffect(() => setPageTitle(decision), []);
  return (
    <div className="decision">
      <Decision key={id} id={id} missing={<NotFoundPage />} />
    </div>
  );
}

export function PendingPage() {
  return (
    <div className="decision">
      <OwnPendingList />
    </div>
  );
}

import { getRouteApi } from '@tanstack/react-router';
import { Decision } from '~/moderation/decision.tsx';
import { OwnPendingList } from '~/moderation/own-pending-list.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const route = getRouteApi('/shell/decisions/$id');

export function DecisionPage() {
  const { id } = route.useParams();
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

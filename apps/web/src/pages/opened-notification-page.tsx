import { getRouteApi } from '@tanstack/react-router';
import { OpenNotification } from '~/notifications/open-notification.tsx';

const route = getRouteApi('/shell/notifications/$id');

/** Target of push messages. `?to=` is the subject's path. */
export default function OpenedNotificationPage() {
  const { id } = route.useParams();
  const { to } = route.useSearch() as { to?: unknown };
  return <OpenNotification key={id} id={id} to={to} />;
}

import { markNotificationRead } from '@mbari/contract/notifications/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { notificationsUncertain } from '~/platform/lib/cache-events/notifications.ts';
import { call } from '~/platform/lib/call.ts';
import { safeReturnPath } from '~/platform/lib/redirect-after-sign-in.ts';

const route = getRouteApi('/shell/notifications/$id');

/** Target of push messages. `?to=` is the subject's path. */
export default function OpenedNotificationPage() {
  const { id } = route.useParams();
  const { to } = route.useSearch() as { to?: unknown };
  return <OpenNotification key={id} id={id} to={to} />;
}

/** Marks a notification read and redirects to its subject. */
function OpenNotification({ id, to }: { id: string; to: unknown }): null {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    // A failed mark does not block the redirect.
    void call(markNotificationRead, { params: { id } })
      .catch(() => undefined)
      .then(() => notificationsUncertain(client));
    void navigate({ href: safeReturnPath(to) ?? '/notifications', replace: true });
  }, [client, id, navigate, to]);
  return null;
}

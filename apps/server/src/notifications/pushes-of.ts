import { preferenceOf } from './preference-of.ts';

export const isPushedTo = (m: string, type: string): string => `(${m}.push_notification_preferences ->> ${preferenceOf(type)})::boolean`;

/**
 * Queues one push per device for the notifications `added` by the same statement. Pushes wait for the end of the current ten-second window, so the
 * last notification of a group is pushed for all.
 */
export const pushesOfAdded = `select from added n join push_subscriptions s on s.member_id = n.member_id join members pm on pm.id = n.member_id
    cross join lateral graphile_worker.add_job(
      'send_push', payload => json_build_object('member_id', pm.id, 'notification_id', n.id, 'subscription_id', s.id, 'tries', 0),
      run_at => to_timestamp((${tenSecondsOf('n.created_at')} + 1) * 10))
    where ${isPushedTo('pm', 'n.type')}`;

/** SQL: number of the ten-second window since 1970. */
export function tenSecondsOf(time: string): string {
  return `floor(extract(epoch from ${time}) / 10)`;
}

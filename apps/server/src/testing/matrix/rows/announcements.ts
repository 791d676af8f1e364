import * as calls from '@mbari/contract/community/announcements';
import { newId } from '../../../platform/ids.ts';
import type { Actor } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import { created, type Expected, ok, refused } from '../rules.ts';
import type { World } from '../world.ts';

const adminsOnly =
  (then: Expected) =>
  (actor: Actor): Expected =>
    actor === 'admin' ? then : refused('admin_only');

const announced =
  (json?: object, isDismissable = true) =>
  async ({ app }: World): Promise<Ask> => {
    const id = newId();
    await app.db.run('insert into announcements (id, text, is_dismissable) values ($1, $2, $3)', [id, 'We move.', isDismissable]);
    return { params: { id }, ...(json && { json }) };
  };

export const announcementRows: Row[] = [
  { call: calls.listAnnouncements, expect: adminsOnly(ok({ has: ['data', 'meta.per_page'] })), ask: async () => ({}) },
  {
    call: calls.createAnnouncement,
    expect: adminsOnly(created({ has: ['data.id', 'message'], stores: true })),
    ask: async () => ({ json: { text: 'We move.' } }),
  },
  { call: calls.updateAnnouncement, expect: adminsOnly(ok({ has: ['data.id'], stores: true })), ask: announced({ text: 'We stay.' }) },
  { call: calls.deleteAnnouncement, expect: adminsOnly(ok({ has: ['message'], stores: true })), ask: announced() },
  { call: calls.dismissAnnouncement, about: { may: 'yes' }, expect: () => ok({ has: ['message'], stores: true }), ask: announced() },
  { call: calls.dismissAnnouncement, about: { may: 'no' }, expect: () => refused('not_found'), ask: announced(undefined, false) },
];

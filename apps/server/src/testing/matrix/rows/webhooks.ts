import * as calls from '@mbari/contract/community/webhooks';
import { newId } from '../../../platform/ids.ts';
import { testPassword } from '../../accounts.ts';
import type { Actor } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import { created, type Expected, ok, refused } from '../rules.ts';
import { asStandIn } from '../stand-in.ts';
import type { World } from '../world.ts';

const adminsOnly =
  (then: Expected) =>
  (actor: Actor): Expected =>
    actor === 'admin' ? then : refused('admin_only');

/** Adds a webhook with a delivery. */
async function added({ app }: World): Promise<Ask & { params: { id: string; deliveryId: string } }> {
  const [id, deliveryId] = [newId(), newId()];
  await app.db.run(`delete from webhooks`);
  await app.db.run(`insert into webhooks (id, url, secret, events) values ($1, 'https://hooks.example.test/x', '', '{challenge_ended}')`, [
    id,
  ]);
  await app.db.run(`insert into webhook_deliveries (webhook_id, id, event, data) values ($1, $2, 'test', '{}')`, [id, deliveryId]);
  return { params: { id, deliveryId } };
}

const stored = adminsOnly(ok({ has: ['message'], stores: true }));

export const webhookRows: Row[] = [
  { call: calls.listWebhooks, expect: adminsOnly(ok({ has: ['data'] })), ask: async () => ({}) },
  {
    call: calls.createWebhook,
    expect: adminsOnly(created({ has: ['data.id', 'secret', 'message'], stores: true })),
    ask: async (world, actor) => {
      await world.app.db.run(`delete from webhooks`);
      const json = { url: 'https://hooks.example.test/x', events: ['challenge_ended'], password: testPassword };
      return asStandIn(world, actor, { json });
    },
  },
  { call: calls.listWebhookDeliveries, expect: adminsOnly(ok({ has: ['data'] })), ask: added },
  ...[calls.deleteWebhook, calls.enableWebhook, calls.testWebhook, calls.resendWebhookDelivery].map((call): Row => ({
    call,
    expect: stored,
    ask: added,
  })),
];

import { z } from 'zod';
import { confirmed } from '../identity/auth.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, idParams, message, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

/** Events of which webhooks are told. */
export const webhookEvents = ['report_opened', 'member_waiting', 'post_pending', 'challenge_ended'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

const event = z.enum(webhookEvents, because('webhookEventUnknown'));

const webhook = z.object({
  id,
  url: z.string(),
  events: z.array(event),
  created_at: dated,
  /** Failed attempts since the last success. */
  failures: z.number().int(),
  /** Set after too many failures. Nothing is sent until an admin turns the webhook on. */
  disabled_at: dated.nullable(),
});
export type Webhook = z.infer<typeof webhook>;

const delivery = z.object({
  id,
  event: z.enum([...webhookEvents, 'test']),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number().int(),
  /** HTTP status of the last attempt. */
  status: z.number().int().nullable(),
  /** Why the last attempt had no status. */
  error: z.string().nullable(),
  created_at: dated,
  delivered_at: dated.nullable(),
});
export type Delivery = z.infer<typeof delivery>;

export const listWebhooks = endpoint('listWebhooks', {
  method: 'GET',
  path: '/admin/webhooks',
  access: 'admin',
  summary: 'List the webhooks, oldest first.',
  shape: { answer: z.object({ data: z.array(webhook).max(limits.webhooks) }) },
});

export const createWebhook = endpoint('createWebhook', {
  method: 'POST',
  path: '/admin/webhooks',
  access: 'admin',
  takes: 'json',
  status: 201,
  summary: 'Add a webhook: an https address that is told about events. The secret that signs its deliveries is shown only once.',
  refuses: ['conflict', 'recent_sign_in_required', 'overloaded'],
  shape: {
    body: z.object({
      url: text({ label: 'link', max: limits.webhookUrl, min: 1 }),
      events: z
        .array(event, because('webhookEventsMissing'))
        .min(1, because('webhookEventsMissing'))
        .max(webhookEvents.length, because('webhookEventUnknown')),
      ...confirmed,
    }),
    answer: z.object({ data: webhook, secret: z.string(), message: z.string() }),
  },
});

export const deleteWebhook = endpoint('deleteWebhook', {
  method: 'DELETE',
  path: '/admin/webhooks/{id}',
  access: 'admin',
  summary: 'Remove a webhook with its deliveries.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});

export const enableWebhook = endpoint('enableWebhook', {
  method: 'POST',
  path: '/admin/webhooks/{id}/enable',
  access: 'admin',
  summary: 'Turn a webhook on that was turned off after too many failures. Earlier deliveries are not sent.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});

export const listWebhookDeliveries = endpoint('listWebhookDeliveries', {
  method: 'GET',
  path: '/admin/webhooks/{id}/deliveries',
  access: 'admin',
  summary: 'List the newest fifty deliveries of a webhook. They are kept for 30 days.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: z.object({ data: z.array(delivery).max(limits.webhookDeliveries) }) },
});

export const testWebhook = endpoint('testWebhook', {
  method: 'POST',
  path: '/admin/webhooks/{id}/test',
  access: 'admin',
  summary: 'Send a delivery with the event `test`.',
  refuses: ['not_found', 'conflict'],
  shape: { params: idParams, answer: message },
});

export const resendWebhookDelivery = endpoint('resendWebhookDelivery', {
  method: 'POST',
  path: '/admin/webhooks/{id}/deliveries/{deliveryId}/resend',
  access: 'admin',
  summary: 'Send a delivery again, with the same id.',
  refuses: ['not_found', 'conflict'],
  shape: { params: idParams.extend({ deliveryId: id }), answer: message },
});

import { callsOf } from './endpoint.ts';
import type { billingShapes } from './shapes/billing.ts';

const call = callsOf<typeof billingShapes>();

export const billingWebhook = call('billingWebhook', {
  method: 'POST',
  path: '/billing/webhook',
  access: 'open',
  takes: 'signed json',
  summary: 'Signed events of the payment provider (Stripe): a subscription starts, renews or ends. 404 where none is configured.',
  refuses: ['not_found', 'malformed', 'invalid_signature'],
});

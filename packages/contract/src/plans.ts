import { callsOf } from './endpoint.ts';
import type { planShapes } from './shapes/plans.ts';

const call = callsOf<typeof planShapes>();

export const billingWebhook = call('billingWebhook', {
  method: 'POST',
  path: '/billing/webhook',
  access: 'open',
  takes: 'signed json',
  summary: 'Signed events of the payment provider (Stripe): a subscription starts, renews or ends. 404 where none is configured.',
  refuses: ['not_found', 'malformed', 'invalid_signature'],
});

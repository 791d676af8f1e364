import { billingWebhook } from '@mbari/contract/people/plans';
import { route } from '../../platform/http/route.ts';
import { receiveEvent } from './receive-event.ts';

export const billingRoutes = [
  route(
    billingWebhook,
    async ({ context, request }) => {
      const signature = request.headers['stripe-signature'];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await receiveEvent(context, body, typeof signature === 'string' ? signature : '');
      return { received: true as const };
    },
    ({ stripeWebhookSecret }) => stripeWebhookSecret !== null,
  ),
];

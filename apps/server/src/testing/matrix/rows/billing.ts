import { billingWebhook } from '@mbari/contract/people/plans';
import { stripeEvent, stripeRequest } from '../../stripe.ts';
import type { Row } from '../driver.ts';
import { ok, refused } from '../rules.ts';

const deleted = () => stripeEvent('customer.deleted', { id: 'cus_nobody' });

/** Only the provider's signature counts, not the caller. */
export const billingRows: Row[] = [
  {
    call: billingWebhook,
    about: { signed: 'by the provider' },
    expect: () => ok({ has: ['received'], stores: true }),
    ask: () => stripeRequest(deleted()),
  },
  {
    call: billingWebhook,
    about: { signed: 'by somebody' },
    expect: () => refused('invalid_signature'),
    ask: () => stripeRequest(deleted(), { secret: 'whsec_of_somebody_else_000' }),
  },
];

import { createHmac, randomUUID } from 'node:crypto';

export const testWebhookSecret = 'whsec_c2Vjb25kLWhhbmQtY29xcy1jcm93';

export interface TestEvent {
  id: string;
  object: 'event';
  type: string;
  created: number;
  data: { object: Record<string, unknown> };
}

export const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/** Returns an event in Stripe's format, with only the fields that are read. */
export const stripeEvent = (type: string, object: Record<string, unknown>, happened: Date = new Date()): TestEvent => ({
  id: `evt_${randomUUID().replaceAll('-', '')}`,
  object: 'event',
  type,
  created: seconds(happened),
  data: { object },
});

/** Returns the signature header of a body, computed independently of the code under test. */
export function stripeSignature(
  body: string,
  { secret = testWebhookSecret, at = new Date() }: { secret?: string; at?: Date } = {},
): string {
  const time = seconds(at);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

export function stripeRequest(
  event: object,
  how?: Parameters<typeof stripeSignature>[1],
): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(event, null, 2);
  return { body, headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': stripeSignature(body, how) } };
}

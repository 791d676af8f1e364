import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds after which a signed event counts as a replay, as in Stripe's library. */
const oldest = 300;

/** Stripe's header: a time, a signature per active secret, and other schemes. */
const header = /^(?:t=\d{1,12}|v\d=[0-9a-f]{64})(?:,(?:t=\d{1,12}|v\d=[0-9a-f]{64}))*$/;

/**
 * Returns the event in a body that Stripe signed recently; null if the signature is invalid, undefined if the body is no v1 event.
 * Scheme: https://docs.stripe.com/webhooks/signature
 */
export function readSignedEvent(body: Buffer, signature: string, { secret, now }: { secret: string; now: Date }): unknown {
  if (body.length === 0 || !header.test(signature)) return null;
  const parts = signature.split(',').map((part) => part.split('='));
  const time = parts.findLast(([name]) => name === 't')?.[1];
  if (time === undefined) return null;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  const matching = parts.filter(([name, value = '']) => name === 'v1' && timingSafeEqual(Buffer.from(value, 'hex'), expected));
  if (matching.length === 0) return null;
  if (Math.floor(now.getTime() / 1000) - Number(time) > oldest) return null;
  return parseEvent(body.toString());
}

function parseEvent(text: string): unknown {
  try {
    const event = JSON.parse(text) as { object?: unknown } | null;
    return event?.object === 'v2.core.event' ? undefined : event;
  } catch {
    return undefined;
  }
}

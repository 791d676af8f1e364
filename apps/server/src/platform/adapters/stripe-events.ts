import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds after which an event that was signed counts as one sent again by somebody else. Stripe's own library takes as many. */
const oldest = 300;

/** As Stripe writes it: when, and a signature by each secret that is in force, beside those of schemes that are not read here. */
const header = /^(?:t=\d{1,12}|v\d=[0-9a-f]{64})(?:,(?:t=\d{1,12}|v\d=[0-9a-f]{64}))*$/;

/**
 * The event in a body that Stripe signed, just now; null where anybody else may have written it, undefined where it contains no event of the
 * kind that is read here. How Stripe signs: https://docs.stripe.com/webhooks/signature
 */
export function readSignedEvent(body: Buffer, signature: string, { secret, now }: { secret: string; now: Date }): unknown {
  if (body.length === 0 || !header.test(signature)) return null;
  const parts = signature.split(',').map((part) => part.split('='));
  const time = parts.findLast(([name]) => name === 't')?.[1];
  if (time === undefined) return null;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  // Every one is compared, in equal time, whichever is right.
  const matching = parts.filter(([name, value = '']) => name === 'v1' && timingSafeEqual(Buffer.from(value, 'hex'), expected));
  if (matching.length === 0) return null;
  if (Math.floor(now.getTime() / 1000) - Number(time) > oldest) return null;
  return parseEvent(body.toString());
}

function parseEvent(text: string): unknown {
  try {
    const event = JSON.parse(text) as { object?: unknown } | null;
    // A thin one names what happened and does not tell it.
    return event?.object === 'v2.core.event' ? undefined : event;
  } catch {
    return undefined;
  }
}

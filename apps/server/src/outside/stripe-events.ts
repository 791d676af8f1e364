/**
 * The event in a body that Stripe signed, just now; null where anybody else may have written it, undefined where it holds no event of the
 * kind that is read here. Stripe's library is used for this and nothing else, and is read when the first event comes: it takes 18 MB,
 * and most communities have none.
 */
export async function readSignedEvent(body: Buffer, signature: string, { secret, now }: { secret: string; now: Date }): Promise<unknown> {
  if (body.length === 0) return null;
  // The library throws something else over a signature of another length than its own.
  if (!/^(?:t=\d{1,12}|v\d=[0-9a-f]{64})(?:,(?:t=\d{1,12}|v\d=[0-9a-f]{64}))*$/.test(signature)) return null;
  const { default: Stripe } = await import('stripe');
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, undefined, undefined, now.getTime());
  } catch (error) {
    // The signature is looked at before anything else.
    return error instanceof Stripe.errors.StripeSignatureVerificationError ? null : undefined;
  }
}

import { z } from 'zod';

export const planShapes = {
  // The body is the provider's own; it is read as it came, since its signature is over its bytes.
  billingWebhook: { answer: z.object({ received: z.literal(true) }) },
};

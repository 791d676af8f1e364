import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import * as limits from '../platform/limits.ts';

/** What a plan allows. The one table of it: the server enforces it, pages tell of it. */
export interface Entitlements {
  imagesPerPost: number;
  /** Chooses who sees the profile and the posts. */
  setsVisibility: boolean;
  /** Wears the badge and the plan's name. */
  wearsBadge: boolean;
  /** Cover, accent and pinned posts. */
  customises: boolean;
  /** Bytes that all of a member's images may take together, in every form that is kept of them. */
  storageBytes: number;
}

export const entitlements = {
  free: {
    imagesPerPost: limits.imagesFree,
    setsVisibility: false,
    wearsBadge: false,
    customises: false,
    storageBytes: limits.storageBytes,
  },
  premium: {
    imagesPerPost: limits.imagesPaid,
    setsVisibility: true,
    wearsBadge: true,
    customises: true,
    storageBytes: limits.storageBytes,
  },
} as const satisfies Record<string, Entitlements>;

/** Of a member whose plan is paid and active, or not. */
export const entitlementsOf = ({ is_paid }: { is_paid: boolean }): Entitlements => (is_paid ? entitlements.premium : entitlements.free);

export const billingWebhook = endpoint('billingWebhook', {
  method: 'POST',
  path: '/billing/webhook',
  access: 'open',
  takes: 'signed json',
  summary: 'Signed events of the payment provider (Stripe): a subscription starts, renews or ends. 404 where none is configured.',
  refuses: ['not_found', 'malformed', 'invalid_signature'],
  // The body is the provider's own; it is read as it came, since its signature is over its bytes.
  shape: { answer: z.object({ received: z.literal(true) }) },
});

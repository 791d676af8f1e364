import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import * as limits from '../platform/limits.ts';

export interface Entitlements {
  imagesPerPost: number;
  /** True if the member may restrict who sees profile and posts. */
  setsVisibility: boolean;
  /** True if the profile shows the plan's badge and name. */
  wearsBadge: boolean;
  customises: boolean;
  /** Total size of the member's stored images in all formats. */
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

export const entitlementsOf = ({ is_paid }: { is_paid: boolean }): Entitlements => (is_paid ? entitlements.premium : entitlements.free);

export const billingWebhook = endpoint('billingWebhook', {
  method: 'POST',
  path: '/billing/webhook',
  access: 'open',
  takes: 'signed json',
  summary: 'Receive signed events of the payment provider (Stripe): a subscription starts, renews or ends. 404 if none is configured.',
  refuses: ['not_found', 'malformed', 'invalid_signature'],
  // The server reads the raw body, because the provider signs its bytes.
  shape: { answer: z.object({ received: z.literal(true) }) },
});

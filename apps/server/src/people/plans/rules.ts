const oneDay = 86_400_000;

interface SubscriptionState {
  /** As Stripe calls it. */
  status: string;
  periodEnd: Date | null;
  endedAt: Date | null;
  happenedAt: Date;
}

/**
 * Until when a subscription gives the plan, as far as this event knows. A day beyond the period while it runs, since word of the next may
 * come late; to its end while a payment is missing; no longer once it is over. Null: it never did. Undefined: the event does not say.
 */
export function planEnd({ status, periodEnd, endedAt, happenedAt }: SubscriptionState): Date | null | undefined {
  switch (status) {
    case 'active':
    case 'trialing':
      return periodEnd === null ? undefined : new Date(periodEnd.getTime() + oneDay);
    case 'past_due':
      return periodEnd ?? undefined;
    case 'incomplete':
    case 'incomplete_expired':
      return null;
    default: {
      const over = endedAt ?? happenedAt;
      return periodEnd !== null && periodEnd < over ? periodEnd : over;
    }
  }
}

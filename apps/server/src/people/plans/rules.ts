const oneDay = 86_400_000;

interface SubscriptionState {
  /** Stripe's status. */
  status: string;
  periodEnd: Date | null;
  endedAt: Date | null;
  happenedAt: Date;
}

/**
 * Returns the end of the plan that a subscription gives: a day beyond the period while it runs, since the renewal event may be late; the
 * period's end while a payment is missing; the end once it is over. Null: it never gave one. Undefined: unknown from this event.
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

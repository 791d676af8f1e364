/** Returns the upgrade link. A Stripe payment link gets the member's id, which its events carry back; other pages get no data. */
export function upgradeUrl(pricingUrl: string, member: { id: string; email: string; email_verified_at: Date | null }): string {
  const url = URL.canParse(pricingUrl) ? new URL(pricingUrl) : null;
  if (url?.protocol !== 'https:' || url.host !== 'buy.stripe.com') return pricingUrl;
  url.searchParams.set('client_reference_id', member.id);
  if (member.email_verified_at !== null) url.searchParams.set('prefilled_email', member.email);
  return url.href;
}

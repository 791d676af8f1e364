'use no memo';

import * as words from '@mbari/words/ui';
import { Check } from 'lucide-react';

/** Hidden from screen readers, which read the name beside it. */
export function Avatar({ src, size = 36, className = '' }: { src: string | null | undefined; size?: number; className?: string }) {
  return (
    <img
      src={src ?? '/avatars/default.svg'}
      alt=""
      width={size}
      height={size}
      decoding="async"
      className={`shrink-0 rounded-full bg-image-backdrop object-cover ${className}`}
      style={{ width: size, height: size }}
    />
  );
}

interface Subscribed {
  subscription: { is_active: boolean; is_paid_plan: boolean; plan_name: string | null };
}

export function VerifiedBadge({ member, size = 18 }: { member: Subscribed; size?: number }) {
  const { is_active, is_paid_plan, plan_name } = member.subscription;
  if (!is_active || !is_paid_plan) return null;
  const label = plan_name === null ? words.verified : words.verifiedPlan({ plan: plan_name });
  return (
    <span className="verified-badge" role="img" aria-label={label} title={label} style={{ width: size, height: size }}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        {[0, 90, 180, 270].map((angle) => (
          <circle key={angle} cx="33.5" cy="24" r="13.5" transform={`rotate(${angle} 24 24)`} fill="currentColor" />
        ))}
      </svg>
      <Check strokeWidth={3.4} aria-hidden="true" />
    </span>
  );
}

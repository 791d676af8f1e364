import * as words from '@mbari/words/plans';
import { Check, Globe, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '~/platform/lib/session.ts';
import mural from '~/platform/site/mural.svg';
import { Avatar, VerifiedBadge } from '~/platform/ui/avatar.tsx';

const premium = { subscription: { is_active: true, is_paid_plan: true, plan_name: null } };

/** Examples of premium rights, with the site's mural and the viewer as author. */
export function PlanExamples() {
  const { user } = useSession();
  return (
    <ul className="plan-examples">
      <PlanExample title={words.threeTitle} about={words.threeAbout}>
        <div className="plan-three">
          <Painting position="0% 0%" detail />
          <Painting position="45% 62%" detail />
          <Painting position="100% 100%" detail />
          <span className="plan-dashes">
            <i />
            <i />
            <i />
          </span>
        </div>
      </PlanExample>
      <PlanExample title={words.profileTitle} about={words.profileAbout}>
        <div className="plan-profile">
          <Painting position="30% 40%" />
          <Avatar src={user?.avatar_url ?? '/avatars/gele.svg'} size={72} />
          <p className="flex items-center gap-s2">
            <span className="display truncate text-t26" dir="auto">
              {user?.name ?? words.yourName}
            </span>
            <VerifiedBadge member={premium} size={20} />
          </p>
        </div>
      </PlanExample>
      <PlanExample title={words.audienceTitle} about={words.audienceAbout}>
        <div className="plan-audience">
          <p>
            <Globe size={20} strokeWidth={1.6} /> {words.everyone}
          </p>
          <p data-chosen>
            <Users size={20} strokeWidth={1.6} /> {words.followers}
            <Check size={20} strokeWidth={1.8} />
          </p>
        </div>
      </PlanExample>
    </ul>
  );
}

function PlanExample({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <li>
      <div className="plan-example" aria-hidden="true">
        {children}
      </div>
      <h3 className="mt-s3 font-semibold">{title}</h3>
      <p className="text-ink-quiet">{about}</p>
    </li>
  );
}

const Painting = ({ position, detail }: { position: string; detail?: boolean }) => (
  <span className="plan-painting" data-detail={detail}>
    <img
      src={mural}
      alt=""
      width="1000"
      height="1240"
      loading="lazy"
      decoding="async"
      style={{ objectPosition: position, transformOrigin: position }}
    />
  </span>
);

import * as words from '@mbari/words/plans';
import { Check, Globe, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import mural from '~drawn/mural.svg';
import { useSession } from '~/lib/session.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { VerifiedBadge } from '~/ui/verified-badge.tsx';

const premium = { subscription: { is_active: true, is_paid_plan: true, plan_name: null } };

/** Three pieces of the product as Premium has them, with our own painting in place of photos and the member in place of somebody. */
export function PlanPictures() {
  const { user } = useSession();
  return (
    <ul className="plan-pictures">
      <PlanPicture title={words.threeTitle} about={words.threeAbout}>
        <div className="plan-three">
          <Painting at="8% 20%" />
          <Painting at="50% 55%" />
          <Painting at="95% 85%" />
          <span className="plan-dashes" />
        </div>
      </PlanPicture>
      <PlanPicture title={words.profileTitle} about={words.profileAbout}>
        <div className="plan-profile">
          <Painting at="30% 40%" />
          <Avatar src={user?.avatar_url ?? '/avatars/gele.svg'} size={72} />
          <p className="flex items-center gap-s2">
            <span className="display truncate text-t26">{user?.name ?? words.yourName}</span>
            <VerifiedBadge member={premium} size={20} />
          </p>
        </div>
      </PlanPicture>
      <PlanPicture title={words.audienceTitle} about={words.audienceAbout}>
        <div className="plan-audience">
          <p>
            <Globe size={20} strokeWidth={1.6} /> {words.everyone}
          </p>
          <p data-chosen>
            <Users size={20} strokeWidth={1.6} /> {words.followers}
            <Check size={20} strokeWidth={1.8} />
          </p>
        </div>
      </PlanPicture>
    </ul>
  );
}

function PlanPicture({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <li>
      <div className="plan-picture" aria-hidden="true" dir="auto">
        {children}
      </div>
      <h3 className="mt-s3 font-semibold">{title}</h3>
      <p className="text-ink-quiet">{about}</p>
    </li>
  );
}

const Painting = ({ at }: { at: string }) => (
  <img src={mural} alt="" width="1000" height="1240" loading="lazy" decoding="async" className="plan-painting" style={{ objectPosition: at }} />
);

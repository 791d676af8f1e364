'use no memo';

import * as words from '@mbari/words/profiles';
import {
  Award,
  Brush,
  CakeSlice,
  CalendarDays,
  CircleCheck,
  Link2,
  type LucideIcon,
  Mail,
  MapPin,
  MessageCircle,
  Phone,
  UserRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { categoryName } from '~/photos/category-name.ts';
import { Awards } from '~/photos/challenges/awards.tsx';
import { countryName } from '~/platform/lib/country-name.ts';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { dayOf, genderNames, networkNames, networks } from './names.ts';
import type { Profile } from './profile-queries.ts';

/** Fields hidden by the server are left out. */
export function Details({ profile }: { profile: Profile }) {
  const { country, occupation, gender, date_of_birth, created_at, interests_named, stats } = profile;
  return (
    <>
      <ul className="details">
        {country && (
          <Detail icon={MapPin} label={words.country}>
            {countryName(country)}
          </Detail>
        )}
        {occupation && (
          <Detail icon={Brush} label={words.occupation}>
            <bdi>{occupation}</bdi>
          </Detail>
        )}
        <Detail icon={CalendarDays}>
          <Phrase parts={words.joined({ since: new Date(created_at), time: (text) => <time dateTime={created_at}>{text}</time> })} />
        </Detail>
        <Detail icon={MessageCircle} className="details-comments">
          <Phrase parts={words.commentCount({ count: stats.comments_count, number: (text) => text })} />
        </Detail>
        {profile.helpful_count > 0 && (
          <Detail icon={CircleCheck}>
            <Phrase parts={words.helpfulCount({ count: profile.helpful_count, number: (text) => text })} />
          </Detail>
        )}
        {profile.awards.length > 0 && (
          <Detail icon={Award}>
            <Awards awards={profile.awards} />
          </Detail>
        )}
        {gender && (
          <Detail icon={UserRound} label={words.gender}>
            {genderNames[gender]}
          </Detail>
        )}
        {date_of_birth && (
          <Detail icon={CakeSlice} label={words.dateOfBirth}>
            <time dateTime={date_of_birth}>{dayOf(date_of_birth)}</time>
          </Detail>
        )}
        <ContactDetails profile={profile} />
      </ul>
      {interests_named.length > 0 && (
        <ul className="profile-interests" aria-label={words.interests}>
          {interests_named.map(({ id, name }) => (
            <li key={id} className="tag" dir="auto">
              {categoryName(name)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function ContactDetails({ profile: { phone, email, social_links } }: { profile: Profile }) {
  return (
    <>
      {phone && (
        <Detail icon={Phone} label={words.phone}>
          <a href={`tel:${phone}`} dir="ltr">
            {phone}
          </a>
        </Detail>
      )}
      {email && (
        <Detail icon={Mail} label={words.email}>
          <a href={`mailto:${email}`} dir="ltr">
            {email}
          </a>
        </Detail>
      )}
      {networks.map((network) => {
        const link = social_links[network];
        return (
          link !== undefined &&
          isWebAddress(link) && (
            <Detail key={network} icon={Link2}>
              <a href={link} rel="noopener nofollow ugc">
                {networkNames[network]}
              </a>
            </Detail>
          )
        );
      })}
    </>
  );
}

/** Rejects javascript: links, whatever is stored. */
const isWebAddress = (link: string): boolean => /^https?:\/\//i.test(link);

interface DetailProps {
  icon: LucideIcon;
  label?: string;
  className?: string;
  children: ReactNode;
}

function Detail({ icon: Icon, label, className, children }: DetailProps) {
  return (
    <li className={className}>
      <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
      <span>
        {label !== undefined && <span className="sr-only">{words.detail({ label })}</span>}
        {children}
      </span>
    </li>
  );
}

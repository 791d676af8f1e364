import { licenseTerms } from '@mbari/contract/photos/post-fields';
import type { Image, Photo } from '@mbari/contract/photos/posts';
import * as warningLines from '@mbari/words/content-warnings';
import { date } from '@mbari/words/format';
import * as words from '@mbari/words/photo-details';
import { Link } from '@tanstack/react-router';
import { Aperture, CalendarDays, Copyright, Eye, EyeOff, MapPin } from 'lucide-react';
import { Fragment } from 'react';
import { warningWords } from '~/photos/warnings/warning-words.ts';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { formatCamera } from './format-camera.ts';

const icon = { size: 20, strokeWidth: 1.6, 'aria-hidden': true } as const;

export function DetailLines({
  photo: { warning, location_name: location, taken_at: takenAt, license, audience, is_archived: isArchived, scheduled },
  camera,
}: {
  photo: Photo;
  camera: Image['camera'];
}) {
  return (
    <>
      {warning !== null && <WarningLine warning={warning} />}
      {camera && (
        <p>
          <Aperture {...icon} />
          <span>
            <span className="sr-only">{words.cameraLabel} </span>
            {formatCamera(camera).map((part, index) => (
              <Fragment key={part}>
                {index > 0 && '\u00a0· '}
                <bdi>{part}</bdi>
              </Fragment>
            ))}
          </span>
        </p>
      )}
      {location !== null && (
        <p>
          <MapPin {...icon} />
          <span>
            <span className="sr-only">{words.locationLabel} </span>
            <Link to="/place/$place" params={{ place: location }} preload={false}>
              <bdi>{location}</bdi>
            </Link>
          </span>
        </p>
      )}
      {takenAt !== undefined && (
        <p>
          <CalendarDays {...icon} />
          <span>{words.takenOn({ day: date(new Date(takenAt), { dateStyle: 'long', timeZone: 'UTC' }) })}</span>
        </p>
      )}
      {(isArchived || scheduled || (audience !== null && audience !== 'public')) && (
        <p>
          <Eye {...icon} />
          <span>
            {scheduled ? scheduleWords(scheduled) : isArchived ? words.archived : audience === 'me' ? words.onlyYouSee : words.followersSee}
          </span>
        </p>
      )}
      {license !== null && (
        <p>
          <Copyright {...icon} />
          <span>
            <span className="sr-only">{words.licenseLabel} </span>
            <a href={licenseTerms[license].url} rel="license noreferrer" target="_blank">
              <bdi>{licenseTerms[license].name}</bdi>
            </a>
          </span>
        </p>
      )}
    </>
  );
}

function WarningLine({ warning: { reason, by, decision_id: decision } }: { warning: NonNullable<Photo['warning']> }) {
  const parts = (by === 'author' ? warningLines.setByAuthor : warningLines.setByOrganisers)({
    reason: warningWords(reason),
    b: (text) => <b dir="auto">{text}</b>,
  });
  return (
    <p className="photo-warning">
      <EyeOff {...icon} />
      <span>
        <Phrase parts={parts} />{' '}
        {decision !== null && (
          <Link to="/decisions/$id" params={{ id: decision }}>
            {warningLines.appeal}
          </Link>
        )}
      </span>
    </p>
  );
}

const scheduleWords = ({ at, has_failed: hasFailed }: NonNullable<Photo['scheduled']>): string =>
  hasFailed ? words.notPublished : words.scheduledFor({ when: date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' }) });

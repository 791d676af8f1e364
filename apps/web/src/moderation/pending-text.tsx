import type { Pending, PendingKind } from '@mbari/contract/moderation/pending-posts';
import * as words from '@mbari/words/pending-posts';
import { isolateNames } from '~/platform/ui/phrase.tsx';
import { WarnedImages } from './warned-images.tsx';

export const kindWords: Readonly<Record<PendingKind, string>> = {
  photo: words.photo,
  comment: words.comment,
  forum_post: words.forumPost,
  topic: words.topic,
};

export function PendingText({
  pending: { title, body, poll, images, warning },
}: {
  pending: Pick<Pending, 'title' | 'body' | 'poll' | 'images' | 'warning'>;
}) {
  return (
    <div className="grid gap-s3">
      {title !== null && (
        <h3 className="text-t17 font-semibold wrap-anywhere" dir="auto">
          {title}
        </h3>
      )}
      {images.length > 0 && (
        <WarnedImages warning={warning}>
          {images.map(({ image_path: src, alt, width, height }) => (
            <img
              key={src}
              src={src}
              alt={alt}
              width={width}
              height={height}
              loading="lazy"
              className="h-auto max-h-[320px] w-auto max-w-full"
            />
          ))}
        </WarnedImages>
      )}
      {body !== '' && (
        <p className="max-w-(--measure) wrap-anywhere whitespace-pre-line" dir="auto">
          {isolateNames(body)}
        </p>
      )}
      {poll && (
        <div className="grid gap-s1">
          <p className="font-semibold" dir="auto">
            {poll.question}
          </p>
          <ul className="list-disc ps-s5">
            {poll.choices.map((choice) => (
              <li key={choice} dir="auto">
                {choice}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

import { listWelcomePhotos } from '@mbari/contract/photos/feed';
import type { Photo } from '@mbari/contract/photos/posts';
import { photoBy } from '@mbari/words/moderation';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Picture } from '~/photos/posts/picture.tsx';
import { call } from '~/platform/lib/call.ts';
import { postListsKey } from '~/platform/lib/query-keys.ts';

/** Photos by members, beside the form of a newcomer. Keeps their place while they load. */
export function MemberPhotos() {
  const { data: photos, isError } = useQuery(welcomePhotos);
  if (isError || photos?.length === 0) return null;
  return (
    <div className="member-photos">
      {photos?.map((photo) => (
        <MemberPhoto key={photo.id} photo={photo} />
      ))}
    </div>
  );
}

function MemberPhoto({ photo: { images, user } }: { photo: Photo }) {
  const [image] = images;
  if (image === undefined) return null;
  return (
    <figure>
      <div className="relative" style={{ aspectRatio: image.width / image.height }}>
        {/* Decoration, so without an alternative text. */}
        <Picture image={{ ...image, alt: '' }} title="" sizes="300px" />
      </div>
      <figcaption>{photoBy({ name: user.name })}</figcaption>
    </figure>
  );
}

const welcomePhotos = queryOptions({
  queryKey: [...postListsKey, { list: 'welcome' }],
  queryFn: async ({ signal }) => (await call(listWelcomePhotos, { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

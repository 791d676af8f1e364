import type { ListedTopic } from '@mbari/contract/shapes/forum-topics';
import { useLessData } from '~/platform/lib/less-data.ts';

/** Decorative: the title is next to it. */
export function TopicThumbnail({ photo: { image } }: { photo: NonNullable<ListedTopic['photo']> }) {
  const ratio = Math.min(1.35, Math.max(1, image.width / image.height));
  const style = { aspectRatio: ratio, backgroundColor: image.color };
  if (useLessData()) return <span className="topic-thumbnail" style={style} />;
  return (
    <img
      className="topic-thumbnail"
      src={image.image_path}
      srcSet={image.srcset.webp}
      sizes="72px"
      width={image.width}
      height={image.height}
      alt=""
      loading="lazy"
      decoding="async"
      style={style}
    />
  );
}

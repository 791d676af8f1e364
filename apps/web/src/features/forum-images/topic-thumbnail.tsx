import type { ListedTopic } from '@mbari/contract/shapes/forum-topics';

/** The photo that a topic is about, small, as it stands in a list. The title beside it says what it is. */
export function TopicThumbnail({ photo: { image } }: { photo: NonNullable<ListedTopic['photo']> }) {
  const ratio = Math.min(1.35, Math.max(1, image.width / image.height));
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
      style={{ aspectRatio: ratio, backgroundColor: image.color }}
    />
  );
}

'use no memo';

import type { ListedTopic } from '@mbari/contract/forum/topics';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { ImageBox } from './image-box.tsx';
import './images.css';

export function TopicPhoto({ photo: { id, title, image } }: { photo: NonNullable<ListedTopic['photo']> }) {
  const { image_path: src, srcset, bytes, width, height, color, thumbhash } = image;
  const sizes = '(min-width: 760px) 480px, 92vw';
  const alt = image.alt || title;
  return (
    <p className="topic-photo">
      <Link to="/post/$id" params={{ id }}>
        <ImageBox image={{ src, srcSet: srcset.webp, bytes, sizes, width, height, alt, color, thumbhash }} />
        <span className="topic-photo-title" dir="auto">
          {title}
        </span>
      </Link>
      <LoadImageButton image={image} sizes="480px" title={alt} style={{ '--ratio': width / height } as CSSProperties} />
    </p>
  );
}

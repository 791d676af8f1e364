import type { Image } from '@mbari/contract/photos/posts';
import type { ReactNode } from 'react';
import { Picture } from '~/photos/posts/picture.tsx';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { UliDrawing } from '~/platform/site/uli-drawing.tsx';

interface MatProps {
  image: Image | null;
  sizes: string;
  /** Title of the exhibition, room or challenge. */
  title: string;
  /** Shown without an image. By default, a drawing of empty frames. */
  children?: ReactNode;
}

/** A whole photo on the wall's colour, with air around it. */
export function Mat({ image, sizes, title, children }: MatProps) {
  return (
    <span className="exhibition-mat">
      {image ? (
        <>
          <Picture image={image} sizes={sizes} title="" letterboxed />
          <LoadImageButton image={image} sizes={sizes} title={title} />
        </>
      ) : (
        (children ?? <UliDrawing name="hanging" className="exhibition-no-photo" />)
      )}
    </span>
  );
}

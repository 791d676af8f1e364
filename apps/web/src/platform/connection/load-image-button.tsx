'use no memo';

import type { Image } from '@mbari/contract/photos/posts';
import { type CSSProperties, Suspense } from 'react';
import { useLessData } from '~/platform/lib/less-data.ts';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';

export interface LoadImageButtonProps {
  image: Pick<Image, 'id' | 'srcset' | 'bytes'>;
  /** The `sizes` of the image under the button. */
  sizes: string;
  /** Description of the image, for screen readers. */
  title: string;
  /** Shows the button also after another screen loaded a narrower width of the image. */
  larger?: boolean;
  style?: CSSProperties | undefined;
}

const LoadButton = optionalLazy(async () => (await import('./light-picture.tsx')).LoadButton);

/** Button that loads the image below it, in data-saver mode. */
export const LoadImageButton = (props: LoadImageButtonProps) =>
  useLessData() && (
    <Suspense>
      <LoadButton {...props} />
    </Suspense>
  );

'use no memo';

import type { Image } from '@mbari/contract/shapes/photos';
import { type CSSProperties, Suspense } from 'react';
import { lazyOrNothing } from '~/platform/lib/lazy-or-nothing.ts';
import { useLessData } from '~/platform/lib/less-data.ts';

export interface LoadImageButtonProps {
  image: Pick<Image, 'id' | 'srcset' | 'bytes'>;
  /** The `sizes` of the image that it stands over. */
  sizes: string;
  /** What is to be seen, for whoever hears the button only. */
  title: string;
  /** Asked for again where a narrower width was loaded elsewhere. */
  larger?: boolean;
  style?: CSSProperties | undefined;
}

const LoadButton = lazyOrNothing(async () => (await import('./light-picture.tsx')).LoadButton);

/** Where less data is to be used: stands over an image, beside the link around it, and loads it. */
export const LoadImageButton = (props: LoadImageButtonProps) =>
  useLessData() && (
    <Suspense>
      <LoadButton {...props} />
    </Suspense>
  );

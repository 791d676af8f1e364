import { useState } from 'react';
import { type ChosenImage, isUnreadHeic } from './chosen-image.ts';

/** Renders an empty box if the browser cannot show the image. */
export function Preview({ image }: { image: ChosenImage }) {
  const [failed, setFailed] = useState<string>();
  if (isUnreadHeic(image) || failed === image.address) return <span className="chosen-unseen" />;
  return <img src={image.address} alt="" draggable={false} onError={() => setFailed(image.address)} />;
}

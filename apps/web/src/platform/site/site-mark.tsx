'use no memo';

import { CoilMark } from '~/platform/site/coil-mark.tsx';
import { useBrand } from './use-site.ts';

export function SiteMark() {
  const { logo } = useBrand();
  if (logo === null) return <CoilMark />;
  return <img className="site-mark" src={logo.url} width={logo.width} height={logo.height} alt="" decoding="async" />;
}

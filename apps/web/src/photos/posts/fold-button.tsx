'use no memo';

import * as words from '@mbari/words/photo-page';
import { PanelRightClose, PanelRightOpen } from 'lucide-react';
import { IconButton } from '~/platform/ui/button.tsx';

/** Folds the panel beside the photo to a strip, or unfolds it. */
export function FoldButton({ folded, onFold }: { folded: boolean; onFold: (folded: boolean) => void }) {
  const Icon = folded ? PanelRightOpen : PanelRightClose;
  return (
    <IconButton label={folded ? words.unfold : words.fold} className="post-fold" onClick={() => onFold(!folded)}>
      <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
    </IconButton>
  );
}

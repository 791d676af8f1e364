import * as words from '@mbari/words/forum-post-pages';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { PositionRail, type PositionRailProps } from './position-rail.tsx';

export function PositionDialog({ rail, onClose }: { rail: PositionRailProps; onClose: () => void }) {
  return (
    <Dialog title={words.position} onClose={onClose}>
      <PositionRail
        {...rail}
        onJump={(number) => {
          onClose();
          rail.onJump(number);
        }}
      />
    </Dialog>
  );
}

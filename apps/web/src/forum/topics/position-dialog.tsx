import * as words from '@mbari/words/forum-post-pages';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { PositionRail, type PositionRailProps } from './position-rail.tsx';

/** On a narrow window the rail stands in a dialog, which closes once it has led on. */
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

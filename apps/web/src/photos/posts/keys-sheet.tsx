import * as words from '@mbari/words/photo-page';
import { forward } from '~/platform/lib/direction.ts';
import { Dialog } from '~/platform/ui/dialog.tsx';
import './keys-sheet.css';

interface KeysSheetProps {
  onClose: () => void;
  /** The post has several images. */
  several: boolean;
  /** The post has neighbours in a list. */
  among: boolean;
  mayEdit: boolean;
}

export function KeysSheet({ onClose, several, among, mayEdit }: KeysSheetProps) {
  const [before, after] = forward() === 1 ? (['←', '→'] as const) : (['→', '←'] as const);
  const keys: [string[], string][] = [
    [['L'], words.likeKey],
    [['C'], words.commentKey],
    [[words.ctrl, words.enter], words.sendKey],
    [['Z'], words.fullSizeKey],
    ...(several
      ? ([
          [[before], words.previousImage],
          [[after], words.nextImage],
        ] satisfies [string[], string][])
      : []),
    ...(among
      ? ([
          [['K', ...(several ? [] : [before])], words.previousPhoto],
          [['J', ...(several ? [] : [after])], words.nextPhoto],
        ] satisfies [string[], string][])
      : []),
    ...(mayEdit ? ([[['E'], words.edit]] satisfies [string[], string][]) : []),
    [['S'], words.share],
    [['?'], words.theseKeys],
  ];
  return (
    <Dialog title={words.keys} onClose={onClose}>
      <dl className="keys-sheet">
        {keys.map(([pressed, does]) => (
          <div key={does}>
            <dt>
              {pressed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

import { Dialog } from '~/ui/dialog.tsx';
import './keys-sheet.css';

interface KeysSheetProps {
  onClose: () => void;
  /** The post has several images. */
  several: boolean;
  /** The post has neighbours in a list. */
  among: boolean;
  mayEdit: boolean;
}

/** The keys of the post's page and what they do. */
export function KeysSheet({ onClose, several, among, mayEdit }: KeysSheetProps) {
  const keys: [string[], string][] = [
    [['L'], 'Like, or take the like back'],
    [['C'], 'Comment'],
    [['Ctrl', 'Enter'], 'Send the comment'],
    [['Z'], 'See the photo in full size'],
    ...(several
      ? ([
          [['←'], 'Previous image'],
          [['→'], 'Next image'],
        ] satisfies [string[], string][])
      : []),
    ...(among
      ? ([
          [['K'], 'Previous photo'],
          [['J'], 'Next photo'],
        ] satisfies [string[], string][])
      : []),
    ...(mayEdit ? ([[['E'], 'Edit']] satisfies [string[], string][]) : []),
    [['S'], 'Share'],
    [['?'], 'These keys'],
  ];
  return (
    <Dialog title="Keys" onClose={onClose}>
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

import type { Photo } from '@mbari/contract/shapes/photos';

/** Posts of one member that lie behind a photo. */
export interface Stack {
  behind: readonly Photo[];
  open: boolean;
}

interface StackButtonProps {
  photo: Photo;
  stack: Stack;
  /** Of the photo's box, at whose foot it stands. */
  ratio: number;
  onPress: () => void;
}

/** 'and 4 more by Ada': lays them out beside the first, and back again. */
export function StackButton({ photo: { user }, stack: { behind, open }, ratio, onPress }: StackButtonProps) {
  return (
    <div className="stack" style={{ aspectRatio: ratio }}>
      <button type="button" className="stack-button" aria-expanded={open} onClick={onPress}>
        <span dir="auto">{open ? `Fold ${behind.length} by ${user.name}` : `and ${behind.length} more by ${user.name}`}</span>
      </button>
    </div>
  );
}

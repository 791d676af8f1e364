import * as words from '@mbari/words/image-picker';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { IconButton } from '~/platform/ui/button.tsx';

interface OrderButtonsProps {
  index: number;
  count: number;
  disabled: boolean;
  namesCover?: boolean;
  onMove: (to: number) => void;
}

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

export function OrderButtons({ index, count, disabled, namesCover = false, onMove }: OrderButtonsProps) {
  if (count < 2) return null;
  return (
    <>
      <IconButton
        label={words.moveEarlier({ position: index + 1 })}
        data-move="earlier"
        disabled={disabled || index === 0}
        onClick={() => onMove(index - 1)}
      >
        <ArrowLeft {...icon} />
      </IconButton>
      <span>
        {words.position({ position: index + 1, count })}
        {namesCover && index === 0 && <span className="chosen-cover"> {words.cover}</span>}
      </span>
      <IconButton
        label={words.moveLater({ position: index + 1 })}
        data-move="later"
        disabled={disabled || index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <ArrowRight {...icon} />
      </IconButton>
    </>
  );
}

export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = [...items];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}

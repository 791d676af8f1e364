import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { errorMessage } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { IconButton } from './button.tsx';
import './ordered-rows.css';

interface Ordered {
  id: string;
  name: string;
}

interface OrderedRowsProps<Item extends Ordered> {
  items: readonly Item[];
  words: {
    moveUp: (of: { name: string }) => string;
    moveDown: (of: { name: string }) => string;
    nowAt: (of: { name: string; position: number; count: number }) => string;
    orderFailed: string;
  };
  /** Moves an item to a position, counted from 1, and shows the new order. */
  onMove: (item: Item, position: number) => Promise<unknown>;
  row: (item: Item, arrows: ReactNode) => ReactNode;
}

export function OrderedRows<Item extends Ordered>({ items, words, onMove, row }: OrderedRowsProps<Item>) {
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const run = useOneMove(list);
  const move = (item: Item, position: number) =>
    run(async () => {
      try {
        await onMove(item, position);
        setAnnouncement(words.nowAt({ name: item.name, position, count: items.length }));
      } catch (error) {
        toast.error(errorMessage(error, words.orderFailed));
      }
    });
  return (
    <>
      <ol ref={list} className="ordered-rows">
        {items.map((item, index) => (
          <li key={item.id} className="ordered-row">
            {row(
              item,
              <>
                <Arrow label={words.moveUp(item)} onClick={index === 0 ? undefined : () => move(item, index)}>
                  <ArrowUp {...icon} />
                </Arrow>
                <Arrow label={words.moveDown(item)} onClick={index === items.length - 1 ? undefined : () => move(item, index + 2)}>
                  <ArrowDown {...icon} />
                </Arrow>
              </>,
            )}
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** `onClick` is undefined if the item cannot move further in this direction. */
const Arrow = ({ label, onClick, children }: { label: string; onClick: (() => void) | undefined; children: ReactNode }) => (
  <IconButton label={label} aria-disabled={!onClick} onClick={onClick}>
    {children}
  </IconButton>
);

/** Runs one move at a time. The pressed button keeps the focus in the row's new position. */
function useOneMove(list: RefObject<HTMLOListElement | null>): (move: () => Promise<void>) => void {
  const pressed = useRef<HTMLElement | null>(null);
  const busy = useRef(false);
  useLayoutEffect(() => {
    // Moving a row in the DOM loses the focus.
    if (!pressed.current?.isConnected || document.activeElement !== document.body) return;
    pressed.current.focus();
    pressed.current = null;
  });
  return (move) => {
    if (busy.current) return;
    busy.current = true;
    const { activeElement } = document;
    pressed.current = activeElement instanceof HTMLElement && list.current?.contains(activeElement) ? activeElement : null;
    void move().finally(() => (busy.current = false));
  };
}

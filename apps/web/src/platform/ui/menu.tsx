'use no memo';

import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { IconButton } from './button.tsx';
import './menu.css';

export interface MenuItem {
  label: string;
  icon: ReactNode;
  onChoose: () => void;
  danger?: boolean;
}

interface MenuProps {
  label: string;
  icon: ReactNode;
  items: readonly MenuItem[];
  className?: string;
  ref?: Ref<{ open: () => void }>;
}

/** Button with a menu of actions in the top layer. Arrow keys move through it, Escape closes it. */
export function Menu({ label, icon, items, className, ref }: MenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({ open: () => setOpen(true) }), []);
  useTopLayer({ open, list, button, onClose: () => setOpen(false) });
  const closeToButton = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (isImeKey(event)) return;
    const menuItems = itemsOf(event.currentTarget);
    const focusedIndex = menuItems.findIndex((item) => item === document.activeElement);
    const next = { ArrowDown: focusedIndex + 1, ArrowUp: focusedIndex - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape') closeToButton();
    else if (event.key === 'Tab') setOpen(false);
    else if (next !== undefined) menuItems.at(next % menuItems.length)?.focus();
    if (event.key === 'Escape' || next !== undefined) event.preventDefault();
  };
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        className={className}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {icon}
      </IconButton>
      {open && (
        <div ref={list} id={id} popover="manual" role="menu" aria-label={label} tabIndex={-1} className="menu" onKeyDown={onKeyDown}>
          {items.map((item) => (
            <ItemButton key={item.label} {...item} onClose={closeToButton} />
          ))}
        </div>
      )}
    </>
  );
}

function ItemButton({ label, icon, onChoose, danger, onClose }: MenuItem & { onClose: () => void }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className="menu-item"
      data-danger={danger || undefined}
      onClick={() => {
        onClose();
        onChoose();
      }}
    >
      {icon} {label}
    </button>
  );
}

interface TopLayer {
  open: boolean;
  list: RefObject<HTMLDivElement | null>;
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** Shows the list in the top layer, where no scrolling column clips it, and keeps it at the button's edge. */
function useTopLayer({ open, list, button, onClose }: TopLayer): void {
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const menu = list.current;
    const opener = button.current;
    if (!open || menu === null || opener === null) return;
    // Browsers without popovers show it in place.
    menu.showPopover?.();
    const follow = () => moveTo(menu, opener.getBoundingClientRect());
    follow();
    itemsOf(menu)[0]?.focus({ preventScroll: true });
    const closing = new AbortController();
    const { signal } = closing;
    const onPointerDown = ({ target }: Event) => {
      if (target instanceof Node && !menu.contains(target) && !opener.contains(target)) close();
    };
    addEventListener('pointerdown', onPointerDown, { signal });
    addEventListener('scroll', follow, { signal, capture: true, passive: true });
    addEventListener('resize', follow, { signal });
    return () => closing.abort();
  }, [open, list, button]);
}

const itemsOf = (menu: HTMLElement): HTMLElement[] => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];

const edge = 8;

/** Puts the menu below the button, aligned with its far edge, or above it if there is more room, and always inside the window. */
function moveTo(menu: HTMLElement, { top, bottom, left, right }: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = menu;
  const rightward = getComputedStyle(menu).direction === 'rtl';
  const from = rightward ? left : right - width;
  menu.style.left = `${Math.max(edge, Math.min(from, innerWidth - width - edge))}px`;
  const start = bottom + height + edge > innerHeight && top > innerHeight - bottom ? top - height : bottom;
  menu.style.top = `${Math.max(edge, Math.min(start, innerHeight - height - edge))}px`;
}

import { type KeyboardEvent, type ReactNode, type Ref, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import './menu.css';

export interface MenuItem {
  label: string;
  icon: ReactNode;
  onChoose: () => void;
  /** It takes something away. */
  danger?: boolean;
}

interface MenuProps {
  label: string;
  icon: ReactNode;
  items: readonly MenuItem[];
  className?: string;
  /** Opens it from elsewhere: by a key. */
  ref?: Ref<{ open: () => void }>;
}

/** A button and what it holds: above everything, at the button's edge, walked by arrows, left by Escape. */
export function Menu({ label, icon, items, className, ref }: MenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({ open: () => setOpen(true) }), []);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  useLayoutEffect(() => {
    const menu = list.current;
    if (!open || menu === null || button.current === null) return;
    // In the top layer, where no scrolling column cuts it off; a browser without popovers shows it where it is placed.
    menu.showPopover?.();
    const follow = () => button.current && place(menu, button.current.getBoundingClientRect());
    const shut = ({ target }: Event) => {
      if (target instanceof Node && !menu.contains(target) && !button.current?.contains(target)) setOpen(false);
    };
    follow();
    itemsOf(menu)[0]?.focus({ preventScroll: true });
    const shown = new AbortController();
    const { signal } = shown;
    addEventListener('pointerdown', shut, { signal });
    addEventListener('scroll', follow, { signal, capture: true, passive: true });
    addEventListener('resize', follow, { signal });
    return () => shown.abort();
  }, [open]);

  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = itemsOf(event.currentTarget);
    const at = all.findIndex((item) => item === document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape') close();
    else if (event.key === 'Tab') setOpen(false);
    else if (next !== undefined) all.at(next % all.length)?.focus();
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
        <div ref={list} id={id} popover="manual" role="menu" aria-label={label} tabIndex={-1} className="menu" onKeyDown={walk}>
          {items.map(({ label, icon: itemIcon, onChoose, danger }) => (
            <button
              key={label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className="menu-item"
              data-danger={danger || undefined}
              onClick={() => {
                close();
                onChoose();
              }}
            >
              {itemIcon} {label}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

const itemsOf = (menu: HTMLElement): HTMLElement[] => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];

const edge = 8;

/** Below the button, its far edge on the button's; above it where there is more room. */
function place(menu: HTMLElement, { top, bottom, left, right }: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = menu;
  const rightward = getComputedStyle(menu).direction === 'rtl';
  const from = rightward ? left : right - width;
  menu.style.left = `${Math.max(edge, Math.min(from, innerWidth - width - edge))}px`;
  menu.style.top = `${bottom + height + edge > innerHeight && top > innerHeight - bottom ? top - height : bottom}px`;
}

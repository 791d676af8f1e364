import { CircleAlert, CircleCheck } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { currentToasts, dismissToast, type Toast, toastLasts, watchToasts } from '~/lib/toasts.ts';
import { Spinner } from './spinner.tsx';
import './toaster.css';

/** Short messages at the foot, above the phone's bar. */
export function Toaster() {
  const toasts = useSyncExternalStore(watchToasts, currentToasts);
  const layer = useRef<HTMLDivElement>(null);
  useOnTop(layer);
  return (
    <div ref={layer} popover="manual" className="toast-layer">
      <div className="toasts" role="status" aria-atomic="false">
        {toasts.map((said) => (
          <OneToast key={said.id} said={said} />
        ))}
      </div>
    </div>
  );
}

function OneToast({ said }: { said: Toast }) {
  const [held, setHeld] = useState(false);
  useEnd(said, held);
  return (
    <div
      className="toast"
      data-leaving={said.leaving || undefined}
      onPointerEnter={({ pointerType }) => setHeld(pointerType !== 'touch')}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon kind={said.kind} />
      <div>{said.content}</div>
    </div>
  );
}

function Icon({ kind }: Pick<Toast, 'kind'>) {
  if (kind === 'success') return <CircleCheck size={20} strokeWidth={1.6} aria-hidden="true" />;
  if (kind === 'error') return <CircleAlert size={20} strokeWidth={1.6} aria-hidden="true" />;
  return kind === 'loading' ? <Spinner size={20} /> : null;
}

/** Dismisses it when its time has passed; the time during which somebody points at it does not count. What is said anew begins anew. */
function useEnd(said: Toast, held: boolean): void {
  const clock = useRef({ said, left: toastLasts[said.kind] });
  useEffect(() => {
    if (clock.current.said !== said) clock.current = { said, left: toastLasts[said.kind] };
    const { left } = clock.current;
    if (held || said.leaving || left === Number.POSITIVE_INFINITY) return;
    const began = performance.now();
    const timer = setTimeout(() => dismissToast(said.id), left);
    return () => {
      clearTimeout(timer);
      clock.current.left = left - (performance.now() - began);
    };
  }, [said, held]);
}

/** An open dialog lies above everything but what was shown after it: whenever one opens, the toasts are shown anew. */
function useOnTop(layer: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = layer.current;
    // A browser without popovers shows the layer as it stands, under its dialogs.
    if (element?.showPopover === undefined) return;
    element.showPopover();
    const observer = new MutationObserver((changes) => {
      if (!changes.some(({ target }) => target instanceof HTMLDialogElement && target.open)) return;
      element.hidePopover();
      element.showPopover();
    });
    observer.observe(document.body, { subtree: true, attributeFilter: ['open'] });
    return () => observer.disconnect();
  }, [layer]);
}

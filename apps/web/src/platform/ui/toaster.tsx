import { see } from '@mbari/words/pending-posts';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { currentToasts, dismissToast, type Toast, toastLasts, watchToasts } from '~/platform/lib/toasts.ts';
import { Spinner } from './spinner.tsx';
import './toaster.css';

export function Toaster() {
  const toasts = useSyncExternalStore(watchToasts, currentToasts);
  const layer = useRef<HTMLDivElement>(null);
  useOnTop(layer);
  return (
    <div ref={layer} popover="manual" className="toast-layer">
      <div className="toasts" role="status" aria-atomic="false">
        {toasts.map((toast) => (
          <OneToast key={toast.id} toast={toast} />
        ))}
      </div>
    </div>
  );
}

function OneToast({ toast }: { toast: Toast }) {
  const [paused, setPaused] = useState(false);
  useEnd(toast, paused);
  return (
    <div
      className="toast"
      data-leaving={toast.leaving || undefined}
      onPointerEnter={({ pointerType }) => setPaused(pointerType !== 'touch')}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Icon kind={toast.kind} />
      <div>
        {toast.content}
        {toast.pendingAt !== undefined && (
          <>
            {' '}
            <a className="link" href={toast.pendingAt}>
              {see}
            </a>
          </>
        )}
      </div>
    </div>
  );
}

function Icon({ kind }: Pick<Toast, 'kind'>) {
  if (kind === 'success') return <CircleCheck size={20} strokeWidth={1.6} aria-hidden="true" />;
  if (kind === 'error') return <CircleAlert size={20} strokeWidth={1.6} aria-hidden="true" />;
  return kind === 'loading' ? <Spinner size={20} /> : null;
}

/** Dismisses a toast when its time is over. Pauses the time under the pointer and with the focus; a repeated toast starts again. */
function useEnd(toast: Toast, paused: boolean): void {
  const clock = useRef({ toast, left: toastLasts[toast.kind] });
  useEffect(() => {
    if (clock.current.toast !== toast) clock.current = { toast, left: toastLasts[toast.kind] };
    const { left } = clock.current;
    if (paused || toast.leaving || left === Number.POSITIVE_INFINITY) return;
    const began = performance.now();
    const timer = setTimeout(() => dismissToast(toast.id), left);
    return () => {
      clearTimeout(timer);
      clock.current.left = left - (performance.now() - began);
    };
  }, [toast, paused]);
}

/** Shows the toasts again above each dialog that opens, because the top layer shows the latest element on top. */
function useOnTop(layer: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = layer.current;
    // Without popovers the layer stays below dialogs.
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
